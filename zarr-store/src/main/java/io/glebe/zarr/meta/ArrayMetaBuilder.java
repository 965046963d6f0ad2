package io.glebe.zarr.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the parts of an {@link ArrayMeta}. For one use by one thread. */
public final class ArrayMetaBuilder {
  private final int zarrFormat;
  private final Shape shape;
  private final Shape chunkShape;
  private final DataType dataType;
  private FillValue fillValue = FillValue.ZERO;
  private ChunkKeyEncoding keyEncoding;
  private List<CodecSpec> codecs = List.of(new CodecSpec.Bytes(false));
  private List<Optional<String>> dimensionNames;
  private Map<String, Object> attributes = Map.of();

  ArrayMetaBuilder(int zarrFormat, Shape shape, Shape chunkShape, DataType dataType) {
    this.zarrFormat = zarrFormat;
    this.shape = shape;
    this.chunkShape = chunkShape;
    this.dataType = dataType;
    this.keyEncoding = zarrFormat == 2 ? ChunkKeyEncoding.v2('.') : ChunkKeyEncoding.v3();
    this.dimensionNames = new ArrayList<>();
    for (int i = 0; i < shape.rank(); i++) {
      dimensionNames.add(Optional.empty());
    }
  }

  public ArrayMetaBuilder fillValue(FillValue value) {
    fillValue = value;
    return this;
  }

  public ArrayMetaBuilder keyEncoding(ChunkKeyEncoding encoding) {
    keyEncoding = encoding;
    return this;
  }

  /** The whole chain in encoding order; exactly one codec converts the array to bytes. */
  public ArrayMetaBuilder codecs(CodecSpec... chain) {
    codecs = List.of(chain);
    return this;
  }

  public ArrayMetaBuilder codecs(List<CodecSpec> chain) {
    codecs = chain;
    return this;
  }

  public ArrayMetaBuilder dimensionNames(String... names) {
    return dimensionNames(List.of(names).stream().map(Optional::of).toList());
  }

  public ArrayMetaBuilder dimensionNames(List<Optional<String>> names) {
    dimensionNames = names;
    return this;
  }

  public ArrayMetaBuilder attributes(Map<String, Object> values) {
    attributes = values;
    return this;
  }

  public ArrayMeta build() {
    return new ArrayMeta(
        zarrFormat,
        shape,
        chunkShape,
        dataType,
        fillValue,
        keyEncoding,
        codecs,
        dimensionNames,
        attributes);
  }
}
