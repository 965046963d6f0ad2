package io.glebe.core.attachment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.access.Caller;
import io.glebe.core.admission.SharedPlaces;
import io.glebe.core.config.Settings;
import io.glebe.core.database.fixture.TestDatabase;
import io.glebe.core.json.Json;
import io.glebe.core.problem.Problem;
import io.glebe.core.record.RecordService;
import io.glebe.core.record.change.ChangeListener;
import io.glebe.core.record.read.ReadLimits;
import io.glebe.core.record.rule.draft.RuleSettings;
import io.glebe.core.record.write.WriteRequest;
import io.glebe.zarr.fixture.S3Server;
import io.glebe.zarr.store.S3ObjectStore;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blobs in a bucket of an S3 server. */
class S3BlobsTest {
  @TempDir static Path work;
  private static S3Server server;

  @BeforeAll
  static void start() throws Exception {
    server = S3Server.start(work);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static Path spooled(BlobStore blobs, byte[] bytes) throws Exception {
    Path spooled = Files.createTempFile(blobs.spool(), "upload-", ".part");
    return Files.write(spooled, bytes);
  }

  @Test
  void aBlobIsStoredReadInPartsAndDeleted() throws Exception {
    try (S3ObjectStore store = server.newStore("parts")) {
      BlobStore blobs = new ObjectBlobs(store, work.resolve("spool-parts"));
      byte[] bytes = new byte[5_000_001];
      new Random(12).nextBytes(bytes);
      UUID id = UUID.randomUUID();
      assertThat(blobs.size(id)).isEmpty();
      blobs.keep(id, spooled(blobs, bytes));
      assertThat(blobs.size(id)).contains(5_000_001L);
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      blobs.copy(id, 0, bytes.length, all);
      assertThat(all.toByteArray()).isEqualTo(bytes);
      ByteArrayOutputStream part = new ByteArrayOutputStream();
      blobs.copy(id, 4_999_990, 11, part);
      assertThat(part.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 4_999_990, 5_000_001));
      blobs.delete(id);
      blobs.delete(id);
      assertThat(blobs.size(id)).isEmpty();
    }
  }

  @Test
  void theBlobOfARejectedRecordIsDeletedAndOldOrphansAreRemoved() throws Exception {
    try (TestDatabase db = TestDatabase.create();
        S3ObjectStore store = server.newStore("orphans")) {
      BlobStore blobs = new ObjectBlobs(store, work.resolve("spool-orphans"));
      RecordService records =
          RecordService.open(
                  db.database(),
                  RuleSettings.lenient(),
                  ReadLimits.of(Settings.defaults()),
                  ChangeListener.NONE)
              .await();
      Attachments attachments =
          new Attachments(db.database(), records, blobs, new SharedPlaces("uploads", 10, 10), 2);
      UUID refused = UUID.randomUUID();
      WriteRequest write =
          WriteRequest.of(Caller.system(), Attachments.type(), refused, Json.object());
      try (Attachments.Spooled upload = attachments.spool(Caller.system())) {
        try (OutputStream out = upload.open(file -> file)) {
          out.write(new byte[1000]);
        }
        assertThatThrownBy(() -> upload.keep(write, Optional.empty())).isInstanceOf(Problem.class);
      }
      assertThat(blobs.size(refused)).isEmpty();
      assertThat(blobs.spool()).isEmptyDirectory();

      UUID crashed = UUID.randomUUID();
      UUID underWay = UUID.randomUUID();
      for (UUID id : new UUID[] {crashed, underWay}) {
        db.database().query("insert into record.blob (file_id) values ($1)", id).await();
        blobs.keep(id, spooled(blobs, new byte[1000]));
      }
      db.database()
          .query(
              "update record.blob set noted_at = now() - interval '2 hours' where file_id = $1",
              crashed)
          .await();
      assertThat(attachments.sweep()).isEqualTo(1);
      assertThat(blobs.size(crashed)).isEmpty();
      assertThat(blobs.size(underWay)).as("of another process, perhaps").contains(1000L);
    }
  }
}
