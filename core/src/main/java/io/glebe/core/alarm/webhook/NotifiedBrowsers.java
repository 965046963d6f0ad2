package io.glebe.core.alarm.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Grants;
import io.glebe.core.access.GrantsCache;
import io.glebe.core.alarm.push.BrowserKeys;
import io.glebe.core.alarm.push.PushEncryption;
import io.glebe.core.alarm.push.PushKey;
import io.glebe.core.json.Json;
import io.glebe.core.thread.Awaiting;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the messages to push services. What a message says is decided when the event happens; who
 * may still get it is decided when it is sent.
 */
final class NotifiedBrowsers {
  private static final int GONE = 410;
  private static final int NOT_FOUND = 404;

  /** A push service keeps a message for so long when the browser cannot be reached. */
  private static final Duration KEPT = Duration.ofHours(12);

  private static final int MAX_NAME = 200;

  private final PushKey key;
  private final GrantsCache grants;

  NotifiedBrowsers(PushKey key, GrantsCache grants) {
    this.key = key;
    this.grants = grants;
  }

  /** Whether the person of a subscription may read the alarms of its farm now. Waits. */
  boolean mayGet(Row row) {
    Grants now = Awaiting.await(grants.grants(row.getString("issuer"), row.getString("subject")));
    return now.userId().equals(Optional.of(row.getUUID("user_id")))
        && !now.isLimited()
        && now.onFarm(AlarmSubscriptions.READ, row.getUUID("farm"));
  }

  /** Whether the push service says that the browser is no longer subscribed. */
  static boolean isGone(int status) {
    return status == NOT_FOUND || status == GONE;
  }

  /** An encrypted message. A later one about the same event takes its place while it waits. */
  WebhookSender.Message message(Row row) {
    ObjectNode notice = Json.parseObject(row.getString("body"));
    notice.put("farmName", clip(row.getString("farm_name")));
    notice.put("language", row.getString("language"));
    BrowserKeys browser =
        new BrowserKeys(
            row.getBuffer("point").getBytes(), row.getBuffer("browser_secret").getBytes());
    byte[] text = Json.write(notice).getBytes(StandardCharsets.UTF_8);
    URI endpoint = URI.create(row.getString("endpoint"));
    boolean urgent = notice.path("severity").asText().equals(Severity.CRITICAL.name());
    return new WebhookSender.Message(
        endpoint,
        Map.of(
            "Authorization",
            key.authorization(endpoint, Instant.now()),
            "Content-Encoding",
            "aes128gcm",
            "Content-Type",
            "application/octet-stream",
            "TTL",
            Long.toString(KEPT.toSeconds()),
            "Topic",
            topic(row.getUUID("event_id")),
            "Urgency",
            urgent ? "high" : "normal"),
        Buffer.buffer(PushEncryption.encrypt(text, browser)));
  }

  private static String topic(UUID event) {
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(event.getMostSignificantBits())
            .putLong(event.getLeastSignificantBits())
            .array();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** What a browser is told about an event; it reads the rest from the API. */
  static String notice(String kind, UUID id, ObjectNode event) {
    ObjectNode notice = Json.object().put("type", kind).put("id", id.toString());
    notice.put("name", clip(event.path("name").asText()));
    for (String member : List.of("farmId", "severity", "startedAt", "endedAt")) {
      if (event.has(member)) {
        notice.set(member, event.get(member));
      }
    }
    return Json.write(notice);
  }

  private static String clip(@Nullable String text) {
    String known = text == null ? "" : text;
    return known.codePointCount(0, known.length()) <= MAX_NAME
        ? known
        : known.substring(0, known.offsetByCodePoints(0, MAX_NAME));
  }
}
