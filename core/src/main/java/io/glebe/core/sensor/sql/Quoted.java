package io.glebe.core.sensor.sql;

/** Literals of names that come from the model, never from a request. */
final class Quoted {
  private Quoted() {}

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
