package io.glebe.core.access;

/** The kinds of callers; the kind decides which originType a caller may declare. */
public enum CallerKind {
  /** A person; the client is the app that the person uses. */
  PERSON,
  /** An app that acts for itself (client credentials). */
  CLIENT,
  /** A service account of the sensor API. */
  DEVICE,
  /** The platform itself; never the result of a token. */
  SYSTEM,
  /** Nobody: a request without credentials, for what is public. */
  ANONYMOUS
}
