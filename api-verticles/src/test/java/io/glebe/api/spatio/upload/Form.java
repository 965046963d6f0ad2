package io.glebe.api.spatio.upload;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A multipart form. */
final class Form {
  static final String TYPE = "multipart/form-data; boundary=glebe-form";
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Form file(String name, byte[] bytes) {
    return file("file", name, bytes);
  }

  /** A file in a part with this name. */
  Form file(String part, String name, byte[] bytes) {
    return part("name=\"" + part + "\"; filename=\"" + name + "\"", bytes);
  }

  Form field(String name, String value) {
    return part("name=\"" + name + "\"", value.getBytes(StandardCharsets.UTF_8));
  }

  byte[] bytes() {
    byte[] end = "--glebe-form--\r\n".getBytes(StandardCharsets.UTF_8);
    byte[] all = java.util.Arrays.copyOf(out.toByteArray(), out.size() + end.length);
    System.arraycopy(end, 0, all, out.size(), end.length);
    return all;
  }

  private Form part(String disposition, byte[] bytes) {
    String head = "--glebe-form\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n";
    out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(bytes);
    out.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    return this;
  }
}
