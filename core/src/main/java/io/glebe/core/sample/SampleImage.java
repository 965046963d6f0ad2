package io.glebe.core.sample;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Caller;
import io.glebe.core.attachment.Attachments;
import io.glebe.core.catalogue.Catalogue;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.table.StoredRecord;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.zarr.digest.Sha256;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import javax.imageio.ImageIO;

/** Draws an image and attaches it to the scouting record of the sample. Blocks. */
public final class SampleImage {
  private static final UUID ID = UUID.fromString("5a3d1c00-0000-4000-800e-000000000001");
  private static final int WIDTH = 320;
  private static final int HEIGHT = 240;

  private final RecordService records;
  private final Attachments attachments;

  public SampleImage(RecordService records, Attachments attachments) {
    this.records = records;
    this.attachments = attachments;
  }

  /**
   * Attaches the image.
   *
   * @param baseUrl URL of the platform without a trailing slash
   */
  public void load(String baseUrl) {
    StoredRecord scouting =
        records.get(Caller.system(), Catalogue.standard().get("Data"), SampleIds.SCOUTING).await();
    try (Attachments.Spooled upload = attachments.spool(Caller.system())) {
      Path spooled = upload.file();
      try (OutputStream out =
          Files.newOutputStream(
              spooled)) { // a new file without a target would be readable by everyone
        ImageIO.write(leaf(), "png", out);
      }
      ObjectNode doc = Attachments.file(scouting.attributes(), scouting.id());
      doc.put("name", "leaf.png").put("type", "image/png").put("kind", "PHOTO");
      doc.put("size", Files.size(spooled)).put("checksum", checksum(spooled));
      doc.put("storageUrl", baseUrl + "/v1/attachments/download/" + ID);
      doc.put("id", ID.toString()).put("originType", "SYSTEM");
      upload.keep(
          WriteRequest.of(Caller.system(), Attachments.type(), ID, doc),
          Optional.of(new Attachments.Dimensions(WIDTH, HEIGHT)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedImage leaf() {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    pen.setPaint(new GradientPaint(0, 0, new Color(0x86b6d8), 0, HEIGHT, new Color(0x6b4f2a)));
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    pen.setColor(new Color(0x3f8f3a));
    pen.fillOval(WIDTH / 4, HEIGHT / 4, WIDTH / 2, HEIGHT / 2);
    pen.setColor(new Color(0x1f5a1d));
    pen.drawLine(WIDTH / 4, HEIGHT / 2, 3 * WIDTH / 4, HEIGHT / 2);
    pen.dispose();
    return image;
  }

  private static String checksum(Path file) throws IOException {
    byte[] digest = Sha256.of(Files.readAllBytes(file));
    return "sha-256:" + HexFormat.of().formatHex(digest);
  }
}
