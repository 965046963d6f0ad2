package io.glebe.core.partner;

import io.vertx.core.Future;

/** Where requests to the partner get the access token of the person they are made for. */
interface Bearer {
  /** A token that has not expired; 409 when the person is not connected. */
  Future<String> token();

  /** Another token than the one which the partner has refused; 409 when there is none. */
  Future<String> renewed(String refused);
}
