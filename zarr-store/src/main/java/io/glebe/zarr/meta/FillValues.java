package io.glebe.zarr.meta;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Converts fill values between JSON, bits and doubles. */
final class FillValues {
  private static final long FLOAT_MASK = 0xffff_ffffL;
  private static final int MAX_EXPONENT_DIGITS = 400;

  private FillValues() {}

  static FillValue parse(DataType type, @Nullable Object json) {
    return switch (json) {
      case null -> FillValue.UNDEFINED;
      case Boolean flag when type == DataType.BOOL -> FillValue.ofBits(flag ? 1 : 0);
      case String text -> FillValue.ofBits(parseText(type, text));
      case Number number when type.isFloat() -> fromDouble(type, number.doubleValue());
      case Number number -> FillValue.ofBits(integerBits(type, number));
      default -> throw invalid(type, json);
    };
  }

  static Object toJson(DataType type, FillValue fill) {
    if (type == DataType.BOOL) {
      return fill.bits() != 0;
    }
    if (!type.isFloat()) {
      return integer(type, fill.bits());
    }
    double value = toDouble(type, fill.bits());
    if (Double.isNaN(value)) {
      boolean plain = fill.bits() == fromDouble(type, Double.NaN).bits();
      return plain ? "NaN" : ("0x%0" + 2 * type.size() + "x").formatted(fill.bits());
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    return value;
  }

  static FillValue fromDouble(DataType type, double value) {
    return switch (type) {
      case FLOAT64 -> FillValue.ofBits(Double.doubleToLongBits(value));
      case FLOAT32 -> FillValue.ofBits(Float.floatToIntBits((float) value) & FLOAT_MASK);
      case FLOAT16 -> FillValue.ofBits(Float.floatToFloat16((float) value) & 0xffffL);
      case BOOL -> FillValue.ofBits(value == 0 ? 0 : 1);
      default -> FillValue.ofBits(integerBits(type, value));
    };
  }

  static double toDouble(DataType type, long bits) {
    return switch (type) {
      case FLOAT64 -> Double.longBitsToDouble(bits);
      case FLOAT32 -> Float.intBitsToFloat((int) bits);
      case FLOAT16 -> Float.float16ToFloat((short) bits);
      case BOOL -> bits == 0 ? 0 : 1;
      default -> integer(type, bits).doubleValue();
    };
  }

  private static Number integer(DataType type, long bits) {
    int unused = 64 - 8 * type.size();
    if (type.isSigned()) {
      return bits << unused >> unused;
    }
    return bits >= 0 ? (Number) bits : new BigInteger(Long.toUnsignedString(bits));
  }

  private static long parseText(DataType type, String text) {
    if (text.startsWith("0x")) {
      return parseHex(type, text);
    }
    if (!type.isFloat()) {
      throw invalid(type, text);
    }
    return switch (text) {
      case "NaN" -> fromDouble(type, Double.NaN).bits();
      case "Infinity" -> fromDouble(type, Double.POSITIVE_INFINITY).bits();
      case "-Infinity" -> fromDouble(type, Double.NEGATIVE_INFINITY).bits();
      default -> throw invalid(type, text);
    };
  }

  private static long parseHex(DataType type, String text) {
    try {
      if (text.length() - 2 == 2 * type.size()) {
        return Long.parseUnsignedLong(text, 2, text.length(), 16);
      }
    } catch (NumberFormatException notHex) {
      throw new MetadataException("fill_value '" + text + "' is not hexadecimal", notHex);
    }
    throw invalid(type, text);
  }

  private static long integerBits(DataType type, Number number) {
    BigInteger exact = exactInteger(type, number);
    int bits = type == DataType.BOOL ? 1 : 8 * type.size();
    boolean fits =
        type.isSigned()
            ? exact.bitLength() < bits
            : exact.signum() >= 0 && exact.bitLength() <= bits;
    if (!fits) {
      throw invalid(type, number);
    }
    return type.size() == 8 ? exact.longValue() : exact.longValue() & ((1L << 8 * type.size()) - 1);
  }

  private static BigInteger exactInteger(DataType type, Number number) {
    try {
      return switch (number) {
        case BigInteger big -> big;
        case Long whole -> BigInteger.valueOf(whole);
        case Integer whole -> BigInteger.valueOf(whole);
        default -> {
          BigDecimal decimal = new BigDecimal(number.toString());
          if (Math.abs((long) decimal.scale()) > MAX_EXPONENT_DIGITS) {
            throw invalid(type, number);
          }
          yield decimal.toBigIntegerExact();
        }
      };
    } catch (ArithmeticException | NumberFormatException notWhole) {
      throw new MetadataException("fill_value " + number + " is not a whole number", notWhole);
    }
  }

  private static MetadataException invalid(DataType type, @Nullable Object json) {
    return new MetadataException("fill_value " + json + " does not fit " + type.v3Name());
  }
}
