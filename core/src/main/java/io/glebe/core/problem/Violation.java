package io.glebe.core.problem;

import java.util.function.UnaryOperator;

/**
 * One fault of a request.
 *
 * @param rule short name of the broken rule, for example {@code required}, {@code type} or {@code
 *     V05}
 * @param detail one sentence for people
 * @param place what {@code where} is
 * @param where a JSON Pointer into the body, or the name of a parameter or header
 */
public record Violation(String rule, String detail, Place place, String where) {
  /**
   * The part of the request that is at fault; its member name in the problem document is {@link
   * #member()}.
   */
  public enum Place {
    POINTER("pointer"),
    PARAMETER("parameter"),
    HEADER("header");

    private final String member;

    Place(String member) {
      this.member = member;
    }

    /** The member of the problem document. */
    public String member() {
      return member;
    }
  }

  /** A fault in the body at a JSON Pointer ("" is the whole body). */
  public static Violation at(String rule, String pointer, String detail) {
    return new Violation(rule, detail, Place.POINTER, pointer);
  }

  /** The same fault at another pointer. */
  Violation pointing(UnaryOperator<String> pointers) {
    return place == Place.POINTER ? at(rule, pointers.apply(where), detail) : this;
  }

  /** A fault in a query or path parameter. */
  public static Violation parameter(String rule, String parameter, String detail) {
    return new Violation(rule, detail, Place.PARAMETER, parameter);
  }

  /** A fault in a header. */
  public static Violation header(String rule, String header, String detail) {
    return new Violation(rule, detail, Place.HEADER, header);
  }
}
