package io.glebe.tile.style;

import static io.glebe.tile.style.ColourRamp.Kind.CATEGORICAL;
import static io.glebe.tile.style.ColourRamp.Kind.DIVERGING;
import static io.glebe.tile.style.ColourRamp.Kind.SEQUENTIAL;

import io.glebe.tile.kernel.Stretch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The available ramps. Viridis, magma, cividis and RdYlGn sample the publicly known ramps at equal
 * steps; the others are our own.
 */
final class Ramps {
  private static final Stretch UNIT = new Stretch(0, 1);
  private static final Stretch INDEX = new Stretch(-1, 1);

  private static final List<ColourRamp> BASIC =
      List.of(
          new ColourRamp(
              "viridis",
              SEQUENTIAL,
              UNIT,
              0x440154,
              0x482878,
              0x3e4989,
              0x31688e,
              0x26828e,
              0x1f9e89,
              0x35b779,
              0x6ece58,
              0xb5de2b,
              0xfde725),
          new ColourRamp(
              "magma",
              SEQUENTIAL,
              UNIT,
              0x000004,
              0x180f3d,
              0x440f76,
              0x721f81,
              0x9e2f7f,
              0xcd4071,
              0xf1605d,
              0xfd9668,
              0xfeca8d,
              0xfcfdbf),
          new ColourRamp(
              "cividis",
              SEQUENTIAL,
              UNIT,
              0x00224e,
              0x123570,
              0x3b496c,
              0x575d6d,
              0x707173,
              0x8a8678,
              0xa59c74,
              0xc3b369,
              0xe1cc55,
              0xfee838),
          new ColourRamp("greys", SEQUENTIAL, UNIT, 0x000000, 0x555555, 0xaaaaaa, 0xffffff),
          new ColourRamp(
              "ndvi",
              SEQUENTIAL,
              new Stretch(-0.1f, 0.95f),
              0xf4ecdf,
              0xe9d8b4,
              0xd9cf83,
              0xb5c25c,
              0x86ad45,
              0x559436,
              0x2c772d,
              0x135824,
              0x063a1a),
          new ColourRamp(
              "vigour",
              SEQUENTIAL,
              UNIT,
              0xfbf3c4,
              0xdfe38c,
              0xa5cf74,
              0x62b36b,
              0x2d9068,
              0x136a5f,
              0x0a4550),
          new ColourRamp(
              "moisture",
              DIVERGING,
              new Stretch(-0.6f, 0.6f),
              0x6b3d0a,
              0xa8712c,
              0xd8b577,
              0xf4efe2,
              0x8ccbc9,
              0x33899b,
              0x12466b),
          new ColourRamp(
              "water",
              SEQUENTIAL,
              INDEX,
              0xf7f5ee,
              0xd3e5ea,
              0x9accdf,
              0x56a6cf,
              0x2a7ab3,
              0x174f8c,
              0x0c2a5b),
          new ColourRamp(
              "temperature",
              DIVERGING,
              new Stretch(-10, 40),
              0x24408e,
              0x4a7fc0,
              0x97bfe0,
              0xf3f0e4,
              0xf2b27c,
              0xd9663f,
              0x94192b),
          new ColourRamp(
              "elevation",
              SEQUENTIAL,
              new Stretch(0, 2500),
              0x12372c,
              0x2e5c38,
              0x5b7d42,
              0x8f9a52,
              0xb9ab74,
              0xcfc1a0,
              0xe3dacb,
              0xfbfaf8),
          new ColourRamp(
              "rdylgn", DIVERGING, INDEX, 0xa50026, 0xd73027, 0xf46d43, 0xfdae61, 0xfee08b,
              0xffffbf, 0xd9ef8b, 0xa6d96a, 0x66bd63, 0x1a9850, 0x006837),
          new ColourRamp(
              "categories",
              CATEGORICAL,
              new Stretch(0, 11),
              0x2f6db3,
              0xe08a1e,
              0x3c9a4b,
              0xc43c39,
              0x7d5ba6,
              0x8a5a3c,
              0xd977a8,
              0x6f7680,
              0xb5b034,
              0x2ba6b5,
              0x1d3557,
              0x9ccf8a));

  static final Map<String, ColourRamp> ALL = all();
  static final List<String> NAMES = BASIC.stream().map(ColourRamp::name).sorted().toList();

  private Ramps() {}

  private static Map<String, ColourRamp> all() {
    Map<String, ColourRamp> all = new HashMap<>();
    for (ColourRamp ramp : BASIC) {
      all.put(ramp.name(), ramp);
      ColourRamp reversed = ramp.reversed();
      all.put(reversed.name(), reversed);
    }
    return Map.copyOf(all);
  }
}
