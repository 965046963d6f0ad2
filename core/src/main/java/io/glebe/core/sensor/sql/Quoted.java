package io.glebe.core.sensor.sql;

/** Quotes names of the model as literals; never used for values of a request. */
final class Quoted {
  private Quoted() {}

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
