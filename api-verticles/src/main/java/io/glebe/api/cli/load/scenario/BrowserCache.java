package io.glebe.api.cli.load.scenario;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** ETags of the tiles that a browser keeps, at most {@value #MOST}; thread-safe. */
final class BrowserCache {
  private static final int MOST = 400;
  private static final float LOAD = 0.75f;

  private final Map<String, String> etags = new LinkedHashMap<>(16, LOAD, true);

  synchronized String etag(String path) {
    return etags.getOrDefault(path, "");
  }

  synchronized void put(String path, String etag) {
    if (etag.isEmpty()) {
      return;
    }
    etags.put(path, etag);
    if (etags.size() > MOST) {
      Iterator<String> oldest = etags.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }
}
