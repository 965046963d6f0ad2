package io.glebe.core.partner;

import io.vertx.core.Future;

/** Supplies requests to the partner with the access token of a user. */
interface Bearer {
  /** Returns a token that has not expired; 409 when the user is not connected. */
  Future<String> token();

  /** Returns a new token after the partner refused this one; 409 when there is none. */
  Future<String> renewed(String refused);
}
