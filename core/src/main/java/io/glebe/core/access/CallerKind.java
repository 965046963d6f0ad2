package io.glebe.core.access;

/** The four kinds of callers; what they may declare as originType follows from the kind. */
public enum CallerKind {
  /** A person; the client is the app through which the person works. */
  PERSON,
  /** An app that works as itself (client credentials). */
  CLIENT,
  /** A service account of the sensor side. */
  DEVICE,
  /** The platform's own workers; never comes from a token. */
  SYSTEM
}
