package io.glebe.api.matrix;

/** The relation of a person to the home farm. */
enum MatrixRelation {
  /** The role on the home farm only. */
  OWN,
  /** The role on another farm of another organization. */
  FOREIGN,
  /** The role on the home farm, and OWNER of another farm. */
  SHARED,
  /** No role anywhere. */
  NONE
}
