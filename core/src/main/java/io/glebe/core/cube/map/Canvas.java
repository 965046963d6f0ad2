package io.glebe.core.cube.map;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** A transparent image for antialiased shapes; it draws no text. */
final class Canvas {
  static {
    // encodes in memory, without temporary files
    ImageIO.setUseCache(false);
  }

  private final BufferedImage image;
  private final Graphics2D graphics;

  /**
   * @param width width of the drawing in units
   * @param scale pixels per unit
   */
  Canvas(int width, int height, int scale) {
    image = new BufferedImage(width * scale, height * scale, BufferedImage.TYPE_INT_ARGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(scale, scale);
  }

  Graphics2D graphics() {
    return graphics;
  }

  /** Returns the finished image. */
  byte[] png() {
    graphics.dispose();
    ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 14);
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
