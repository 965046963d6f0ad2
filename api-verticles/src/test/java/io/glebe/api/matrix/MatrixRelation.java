package io.glebe.api.matrix;

/** What a person has to do with the home farm. */
enum MatrixRelation {
  /** The role on the home farm, nothing else. */
  OWN,
  /** The role on another farm of another organization. */
  FOREIGN,
  /** The role on the home farm, and OWNER of a farm of his own. */
  SHARED,
  /** No role anywhere. */
  NONE
}
