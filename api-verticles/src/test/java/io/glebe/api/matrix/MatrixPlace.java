package io.glebe.api.matrix;

/** The owner of the records that an operation names; it determines which roles count. */
public enum MatrixPlace {
  /** The home farm: roles on that farm. */
  FARM,
  /** The home organization: roles on any of its farms. */
  ORGANIZATION,
  /** The platform: any role reads, a role of the platform writes. */
  PLATFORM,
  /** The creator of the record, who is none of the callers of the matrix. */
  CREATOR,
  /**
   * No record is named: any role on any farm permits the operation, and the response leaves out
   * inaccessible records.
   */
  LIST,
  /**
   * No record or only the caller's own record: every caller with a User record. The response leaves
   * out inaccessible records.
   */
  PERSON,
  /** Every caller with a valid token that has the scopes. */
  TOKEN,
  /** Administrators of the platform only. */
  ADMINISTRATION
}
