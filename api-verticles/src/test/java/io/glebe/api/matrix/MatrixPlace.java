package io.glebe.api.matrix;

/** Where what an operation names belongs, and so which roles count for it. */
public enum MatrixPlace {
  /** To the home farm: roles there. */
  FARM,
  /** To the home organization: roles on any of its farms. */
  ORGANIZATION,
  /** To the platform: any role reads, a role of the platform writes. */
  PLATFORM,
  /** To whoever made it, who is none of those who ask. */
  CREATOR,
  /**
   * Nothing is named: any role anywhere opens the operation, and what is out of reach is left out.
   */
  LIST,
  /** Nothing is named, or only the own record: everybody with a User record. */
  PERSON,
  /** Everybody with a User record, whatever the scopes; what is out of reach is left out. */
  KNOWN,
  /** Everybody with a valid token. */
  TOKEN,
  /** Administrators of the platform only. */
  ADMINISTRATION
}
