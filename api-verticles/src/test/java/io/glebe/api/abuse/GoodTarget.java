package io.glebe.api.abuse;

import java.util.UUID;

/**
 * A running platform as the good client sees it.
 *
 * @param http the address of the HTTP server
 * @param mqtt the port of MQTT without TLS
 * @param farmToken for the farm API
 * @param spatioToken for the spatio-temporal API
 * @param account for MQTT
 * @param farm whose tasks the client writes
 */
record GoodTarget(
    String http, int mqtt, String farmToken, String spatioToken, Account account, UUID farm) {
  /** A service account and its datastream. */
  record Account(String name, String password, long datastream) {}
}
