package io.glebe.core.config;

import java.time.Duration;
import java.util.List;

/** Settings of collections: caches, tiles, maps, series, features and uploads. */
public final class SpatioSettings {
  private static final SettingList LIST = new SettingList();

  public static final Setting<Long> CHUNK_CACHE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_CHUNK_CACHE_BYTES",
              "192M",
              "decoded chunks kept off the heap; a quarter more is reserved for those in use"));

  public static final Setting<Integer> UPLOADS_AT_A_TIME =
      LIST.add(
          Setting.integer(
              "GLEBE_UPLOADS_AT_A_TIME",
              4,
              1,
              1000,
              "concurrent uploads of layer data in a process; more get 503 with Retry-After"));

  public static final Setting<Integer> UPLOADS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_UPLOADS_PER_CALLER",
              3,
              1,
              1000,
              "of these, uploads of one caller; more get 429"));

  public static final Setting<Duration> CUBE_RETENTION =
      LIST.add(
          Setting.duration(
              "GLEBE_CUBE_RETENTION",
              "7d",
              "how long earlier states of a cube can be read (asOf) and restored; then their disk"
                  + " space is given back"));

  public static final Setting<Long> TILE_CACHE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_TILE_CACHE_BYTES",
              "64M",
              "rendered tiles kept off the heap; up to 16M more hold those still being sent"));

  public static final Setting<Long> SERIES_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_SERIES_BYTES", "8G", "decoded bytes that one aggregation may read at once"));

  public static final Setting<Integer> SERIES_CHUNKS =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_CHUNKS",
              200_000,
              1,
              100_000_000,
              "chunks that one aggregation may read at once"));

  public static final Setting<Integer> SERIES_SAMPLES =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_SAMPLES",
              4_000_000,
              1,
              32_000_000,
              "values of one bucket held for medians and percentiles, up to 24 bytes each"));

  public static final Setting<Integer> SERIES_RUNNING =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_RUNNING", 32, 1, 10_000, "aggregations answered at the same time"));

  public static final Setting<Integer> SERIES_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_PER_CALLER", 16, 1, 10_000, "of these, aggregations of one caller"));

  public static final Setting<Integer> SERIES_LARGE_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_LARGE_PER_CALLER",
              1,
              1,
              10_000,
              "of these, aggregations over an area that is sent in more than 64 KiB; more wait for"
                  + " their turn"));

  public static final Setting<Long> SERIES_MEMORY =
      LIST.add(
          Setting.heapShare(
              "GLEBE_SERIES_MEMORY", "24%", "heap for the areas and values of all aggregations"));

  public static final Setting<Long> SERIES_MEMORY_OF_CALLER =
      LIST.add(
          Setting.heapShare(
              "GLEBE_SERIES_MEMORY_OF_CALLER",
              "18%",
              "of this, for the aggregations of one caller; less while others hold much"));

  public static final Setting<Integer> SERIES_EDGE_CELLS =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_EDGE_CELLS",
              16_000_000,
              1_000,
              1_000_000_000,
              "cells that the edges of an area may pass in one aggregation"));

  public static final Setting<Integer> SERIES_VERTICES =
      LIST.add(
          Setting.integer(
              "GLEBE_SERIES_VERTICES",
              20_000,
              3,
              100_000,
              "positions of an area that is sent for an aggregation"));

  public static final Setting<Long> VECTOR_TILE_CACHE_BYTES =
      LIST.add(Setting.bytes("GLEBE_VECTOR_TILE_CACHE_BYTES", "32M", "finished vector tiles kept"));

  public static final Setting<Long> SHAPE_CACHE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_SHAPE_CACHE_BYTES",
              "48M",
              "simplified features that are kept for vector tiles"));

  public static final Setting<Integer> VECTOR_TILE_FEATURES =
      LIST.add(
          Setting.integer(
              "GLEBE_VECTOR_TILE_FEATURES",
              10_000,
              1,
              100_000,
              "features of a vector tile; beyond, the smallest are left out"));

  public static final Setting<Long> BOX_FEATURE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_BOX_FEATURE_BYTES",
              "16M",
              "features that are read for a vector tile or a map; beyond, the smallest are left"
                  + " out"));

  public static final Setting<Integer> LOAD_FEATURES =
      LIST.add(
          Setting.integer(
              "GLEBE_LOAD_FEATURES", 1_000_000, 1, 100_000_000, "features of one body"));

  public static final Setting<Integer> FEATURE_LOADS =
      LIST.add(
          Setting.integer(
              "GLEBE_FEATURE_LOADS",
              32,
              1,
              10_000,
              "bodies of features that are received or written at the same time; more get 503"));

  public static final Setting<Integer> FEATURE_LOADS_PER_CALLER =
      LIST.add(
          Setting.integer(
              "GLEBE_FEATURE_LOADS_PER_CALLER",
              16,
              1,
              10_000,
              "of these, bodies of one caller; more get 429"));

  public static final Setting<Long> FEATURE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_FEATURE_BYTES",
              "16M",
              "one feature of a body, and everything else in the body together; each 32 bytes"
                  + " permit one JSON token"));

  public static final Setting<Long> PAGE_BYTES =
      LIST.add(
          Setting.bytes(
              "GLEBE_PAGE_BYTES", "8M", "a page of features; it ends early beyond, with a link"));

  public static final Setting<Integer> FILTER_SCANNED =
      LIST.add(
          Setting.integer(
              "GLEBE_FILTER_SCANNED",
              500_000,
              1_000,
              100_000_000,
              "features that a filter looks at for one page, where SQL cannot decide alone"));

  public static final Setting<Integer> FILTER_CHARACTERS =
      LIST.add(
          Setting.integer(
              "GLEBE_FILTER_CHARACTERS",
              10_000,
              100,
              1_000_000,
              "characters of a CQL2 filter, also over records; its nesting has a fixed limit"));

  public static final Setting<Integer> EXPRESSION_CHARACTERS =
      LIST.add(
          Setting.integer(
              "GLEBE_EXPRESSION_CHARACTERS",
              1_000,
              10,
              10_000,
              "characters of a band expression; its steps and its nesting have fixed limits"));

  public static final Setting<Integer> GEOMETRY_POSITIONS =
      LIST.add(
          Setting.integer(
              "GLEBE_GEOMETRY_POSITIONS",
              100_000,
              4,
              1_000_000,
              "positions of a geometry of a record, a feature, a location or a search"));

  public static final Setting<Integer> CATALOGUE_ITEMS =
      LIST.add(
          Setting.integer(
              "GLEBE_CATALOGUE_ITEMS",
              200_000,
              1_000,
              100_000_000,
              "items of the STAC catalogue that one request looks at"));

  public static final Setting<Integer> STYLE_LAYERS =
      LIST.add(
          Setting.integer(
              "GLEBE_STYLE_LAYERS", 1_000, 1, 100_000, "layers of a map style document"));

  public static final Setting<Integer> MAP_FEATURES =
      LIST.add(
          Setting.integer(
              "GLEBE_MAP_FEATURES",
              10_000,
              1,
              1_000_000,
              "features drawn on a rendered map; beyond, the smallest are left out"));

  public static final Setting<Integer> MAP_SIDE =
      LIST.add(
          Setting.integer(
              "GLEBE_MAP_SIDE",
              4096,
              1,
              4096,
              "maximum number of pixels along an edge of a rendered map"));

  public static final Setting<Integer> MAP_PIXELS =
      LIST.add(
          Setting.integer(
              "GLEBE_MAP_PIXELS", 4_194_304, 1, 16_777_216, "most pixels of a rendered map"));

  public static final Setting<Integer> TILESETS =
      LIST.add(
          Setting.integer(
              "GLEBE_TILESETS", 1_000, 1, 1_000_000, "tilesets that a collection may have"));

  public static final Setting<Boolean> WARM_UP =
      LIST.add(
          Setting.flag(
              "GLEBE_WARM_UP",
              true,
              "compile the render loops: scalar ones before readiness, vectors after it"));

  private SpatioSettings() {}

  static List<Setting<?>> list() {
    return LIST.all();
  }
}
