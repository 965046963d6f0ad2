package io.glebe.api.fuzz;

import io.glebe.zarr.codec.CodecChain;
import io.glebe.zarr.codec.ShardLayout;
import io.glebe.zarr.meta.ArrayMeta;
import io.glebe.zarr.meta.MetaReader;
import io.glebe.zarr.meta.MetaWriter;
import io.glebe.zarr.meta.MetadataException;
import io.glebe.zarr.meta.NodeMeta;
import java.util.Arrays;
import java.util.Map;

/**
 * Metadata documents of Zarr 2 and 3. The first byte names the kind of document. What is accepted
 * has a chain of codecs, and is accepted again as we write it.
 */
public final class MetadataTarget implements FuzzTarget {
  @Override
  public boolean accepts(byte[] input) throws java.io.IOException {
    if (input.length == 0) {
      return false;
    }
    byte[] document = Arrays.copyOfRange(input, 1, input.length);
    return FuzzTarget.unlessRefused(MetadataException.class, () -> read(input[0], document));
  }

  private static void read(byte kind, byte[] document) {
    switch (kind) {
      case '2' -> use(MetaReader.parseArrayV2(document, Map.of()));
      case 'g' -> use(MetaReader.parseGroupV2(document, Map.of()));
      case 'a' -> MetaReader.parseAttributes(document);
      case 'c' -> MetaReader.parseConsolidatedV2(document).values().forEach(MetadataTarget::use);
      default -> {
        NodeMeta node = MetaReader.parseV3(document);
        use(node);
        NodeMeta again = MetaReader.parseV3(MetaWriter.zarrJson(node));
        if (node instanceof ArrayMeta array && !((ArrayMeta) again).shape().equals(array.shape())) {
          throw new IllegalStateException("what is written has another shape");
        }
      }
    }
  }

  private static void use(NodeMeta node) {
    if (node instanceof ArrayMeta array) {
      CodecChain.of(array);
      ShardLayout.of(array);
      array.key(new long[array.rank()]);
    }
  }
}
