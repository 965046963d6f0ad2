package io.glebe.api.service;

import static io.glebe.api.service.CommissionedFarm.OWNER;
import static io.glebe.api.service.ServicesClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.boot.TestPlatform;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Messages from the order to their acknowledgement, or to their last try. */
class CommissionQueueTest {
  private static final String UUID_END = "ffffffff-ffff-ffff-ffff-ffffffffffff";

  private final CommissionedFarm farm = new CommissionedFarm();

  private static String id(JsonNode page, int index) {
    return page.path("items").path(index).path("id").asText();
  }

  private String delivery(String commission) {
    return farm.commission(commission).path("delivery").path("state").asText();
  }

  private String jobStatus(String commission) {
    return ok(farm.client.get(OWNER, "/v1/processing-jobs/" + commission), 200)
        .path("status")
        .asText();
  }

  /** Lets the time-out of a delivered message pass. */
  private static void timeOut(String commission) {
    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            """
            update service.message
            set due_at = now()
            where commission_id = $1 and state = 'DELIVERED'
            """,
            UUID.fromString(commission))
        .await();
  }

  @Test
  void anOrderMakesAJobAndAMessage() {
    String id = farm.ordered("field:read");

    ObjectNode job = ok(farm.client.get(OWNER, "/v1/processing-jobs/" + id), 200);
    assertThat(job.path("status").asText()).isEqualTo("QUEUED");
    assertThat(job.path("serviceId").asText()).isEqualTo(farm.service.id());
    assertThat(job.path("parameters").path("layer").asText()).isEqualTo("NDVI");
    assertThat(delivery(id)).isEqualTo("WAITING");
    JsonNode message = farm.messages("").path("items").path(0);
    assertThat(message.path("kind").asText()).isEqualTo("COMMISSION");
    JsonNode commission = message.path("commission");
    assertThat(commission.path("id").asText()).isEqualTo(id);
    assertThat(commission.path("fieldIds").path(0).asText()).isEqualTo(farm.field.toString());
    assertThat(commission.path("parameters").path("layer").asText()).isEqualTo("NDVI");
    assertThat(delivery(id)).isEqualTo("DELIVERED");
    JsonNode entries =
        ok(farm.client.get(OWNER, "/v1/audit-logs?entityId=" + id), 200).path("items");
    assertThat(entries.path(0).path("changedByUserId").asText()).isNotEmpty();
  }

  @Test
  void theLastPageOfCommissionsServicesAndResultsHasACursorForLaterOnes() {
    String id = farm.ordered("field:read");
    ObjectNode page = ok(farm.client.get(OWNER, farm.path + "/commissions"), 200);
    assertThat(page.path("hasMore").asBoolean()).isFalse();
    assertThat(page.path("nextCursor").asText()).isEqualTo(id);
    String after = farm.path + "/commissions?cursor=" + id;
    ObjectNode none = ok(farm.client.get(OWNER, after), 200);
    assertThat(none.path("items")).isEmpty();
    assertThat(none.path("nextCursor").asText()).isEqualTo(id);
    String later = farm.ordered("field:read");
    assertThat(id(ok(farm.client.get(OWNER, after), 200), 0)).isEqualTo(later);
    ObjectNode results = ok(farm.client.get(OWNER, farm.path + "/results"), 200);
    assertThat(results.path("items")).isEmpty();
    String start = results.path("nextCursor").asText();
    ok(farm.client.get(OWNER, farm.path + "/results?cursor=" + start), 200);
    ObjectNode services = ok(farm.client.get(OWNER, "/services?cursor=" + UUID_END), 200);
    assertThat(services.path("nextCursor").asText()).isEqualTo(UUID_END);
  }

  @Test
  void theCursorContinuesBehindTheLastMessageAndNoCursorRepeatsAll() {
    String first = farm.ordered("field:read");
    String second = farm.ordered("field:read");

    ObjectNode one = farm.messages("?limit=1");
    assertThat(one.path("items").path(0).path("commission").path("id").asText()).isEqualTo(first);
    assertThat(one.path("hasMore").asBoolean()).isTrue();
    String cursor = one.path("nextCursor").asText();
    ObjectNode next = farm.messages("?cursor=" + cursor);
    assertThat(next.path("items")).hasSize(1);
    assertThat(next.path("items").path(0).path("commission").path("id").asText()).isEqualTo(second);
    String end = next.path("nextCursor").asText();
    assertThat(farm.messages("?cursor=" + end).path("items")).isEmpty();
    ObjectNode all = farm.messages("");
    assertThat(all.path("items")).hasSize(2);
    assertThat(all.path("items").path(0).path("tries").asInt()).isEqualTo(1);
    assertThat(farm.serviceCall("GET", farm.path + "/messages?cursor=x", "").statusCode())
        .isEqualTo(400);
  }

  @Test
  void acknowledgingTwiceIsHarmless() {
    String id = farm.ordered("field:read");
    String message = id(farm.messages(""), 0);

    ok(farm.acknowledge(message), 200);
    ok(farm.acknowledge(message), 200);

    assertThat(farm.messages("").path("items")).isEmpty();
    assertThat(delivery(id)).isEqualTo("ACKNOWLEDGED");
    assertThat(jobStatus(id)).isEqualTo("RUNNING");
  }

  @Test
  void anotherServiceReceivesAndAcknowledgesNothing() {
    farm.ordered("field:read");
    String message = id(farm.messages(""), 0);
    CommissionedFarm other = new CommissionedFarm();

    String path = farm.path + "/messages/" + message + "/acknowledge";
    assertThat(other.serviceCall("POST", path, "").statusCode()).isEqualTo(403);
    assertThat(other.acknowledge(message).statusCode()).isEqualTo(404);
    assertThat(other.serviceCall("GET", farm.path + "/messages", "").statusCode()).isEqualTo(403);
    assertThat(farm.client.get(OWNER, farm.path + "/messages").statusCode()).isEqualTo(403);
    assertThat(farm.messages("").path("items")).hasSize(1);
  }

  @Test
  void aMessageThatIsNotAcknowledgedIsDeliveredAgainBehindTheCursor() {
    String id = farm.ordered("field:read");
    String cursor = farm.messages("").path("nextCursor").asText();

    timeOut(id);

    await().until(() -> farm.messages("?cursor=" + cursor).path("items").size() == 1);
    assertThat(farm.messages("").path("items").path(0).path("tries").asInt()).isEqualTo(2);
  }

  @Test
  void aMessageIsDeadAfterItsLastTryAndCanBeDeliveredAgain() {
    String id = farm.ordered("field:read");
    for (int i = 1; i <= 5; i++) {
      int tries = i;
      await().until(() -> farm.messages("").path("items").path(0).path("tries").asInt() == tries);
      timeOut(id);
    }

    await().until(() -> delivery(id).equals("DEAD"));
    assertThat(farm.messages("").path("items")).isEmpty();
    ObjectNode seen = ok(farm.client.get("maintainer", farm.path + "/commissions/" + id), 200);
    assertThat(seen.path("delivery").path("state").asText()).isEqualTo("DEAD");
    assertThat(seen.has("parameters")).isFalse();
    String again = farm.path + "/commissions/" + id + "/redeliver";
    String app = farm.client.token("maintainer", "ext-" + UUID.randomUUID());
    assertThat(farm.client.send(app, "POST", again, "").statusCode())
        .as("an app that acts for a maintainer")
        .isEqualTo(403);
    ok(farm.client.post(OWNER, again, MissingNode.getInstance()), 200);
    assertThat(farm.messages("").path("items").path(0).path("tries").asInt()).isEqualTo(1);
    assertThat(farm.client.post(OWNER, again, MissingNode.getInstance()).statusCode())
        .isEqualTo(409);
  }

  @Test
  void aCancelledCommissionThatWasNotDeliveredIsWithdrawn() {
    String id = farm.ordered("field:read");

    ObjectNode cancelled = ok(farm.cancel(OWNER, id), 200);

    assertThat(cancelled.path("state").asText()).isEqualTo("CANCELLED");
    assertThat(cancelled.path("endReason").asText()).isEqualTo("sold");
    assertThat(delivery(id)).isEqualTo("WITHDRAWN");
    assertThat(farm.messages("").path("items")).isEmpty();
    assertThat(jobStatus(id)).isEqualTo("CANCELLED");
    assertThat(ok(farm.cancel(OWNER, id), 200)).as("cancelled again").isEqualTo(cancelled);
  }

  @Test
  void aServiceIsToldThatADeliveredCommissionIsCancelled() {
    String id = farm.ordered("field:read");
    String message = id(farm.messages(""), 0);

    ok(farm.cancel(OWNER, id), 200);

    JsonNode page = farm.messages("");
    assertThat(page.path("items")).hasSize(1);
    assertThat(page.path("items").path(0).path("kind").asText()).isEqualTo("CANCELLATION");
    assertThat(farm.acknowledge(message).statusCode()).isEqualTo(409);
    assertThat(farm.end(id, "complete").statusCode()).isEqualTo(409);
    ok(farm.acknowledge(id(page, 0)), 200);
    assertThat(farm.messages("").path("items")).isEmpty();
  }

  @Test
  void theServiceEndsACommissionOnce() {
    String id = farm.ordered("field:read");
    farm.messages("");

    ObjectNode done = ok(farm.end(id, "complete"), 200);

    assertThat(done.path("state").asText()).isEqualTo("COMPLETED");
    assertThat(delivery(id)).isEqualTo("ACKNOWLEDGED");
    assertThat(jobStatus(id)).isEqualTo("COMPLETED");
    ok(farm.end(id, "complete"), 200);
    assertThat(farm.end(id, "fail").statusCode()).isEqualTo(409);
    assertThat(farm.cancel(OWNER, id).statusCode()).isEqualTo(409);
    assertThat(farm.serviceCall("GET", "/v1/fields/" + farm.field, "").statusCode()).isEqualTo(403);
    String failed = farm.ordered("field:read");
    assertThat(ok(farm.end(failed, "fail"), 200).path("endReason").asText()).isEqualTo("done");
    assertThat(jobStatus(failed)).isEqualTo("FAILED");
  }

  @Test
  void onlyThoseWhoMayCancel() {
    String id = farm.ordered("field:read");
    farm.farm.assign("viewer", "VIEWER");

    assertThat(farm.cancel("viewer", id).statusCode()).isEqualTo(403);
    assertThat(farm.cancel("neighbour", id).statusCode()).isEqualTo(403);
    assertThat(
            farm.serviceCall(
                    "POST", farm.path + "/commissions/" + id + "/cancel", "{\"reason\": \"x\"}")
                .statusCode())
        .isEqualTo(403);
    assertThat(farm.client.get("neighbour", farm.path + "/commissions/" + id).statusCode())
        .isEqualTo(403);
    CommissionedFarm other = new CommissionedFarm();
    HttpResponse<String> foreign =
        other.serviceCall("POST", farm.path + "/commissions/" + id + "/complete", "{}");
    assertThat(foreign.statusCode()).isEqualTo(403);
    assertThat(farm.commission(id).path("state").asText()).isEqualTo("OPEN");
  }

  @Test
  void aCommissionOfTheFutureIsDeliveredWhenItBegins() {
    ObjectNode order = farm.order("field:read");
    order.put("startsAt", Instant.now().plus(Duration.ofHours(1)).toString());
    String id = ok(farm.send(OWNER, order), 201).path("id").asText();
    assertThat(delivery(id)).isEqualTo("SCHEDULED");
    assertThat(farm.messages("").path("items")).isEmpty();
    String later = farm.ordered("field:read");
    String cursor = farm.messages("").path("nextCursor").asText();

    TestPlatform.shared()
        .platform()
        .infrastructure()
        .database()
        .query(
            "update service.message set due_at = now() where commission_id = $1",
            UUID.fromString(id))
        .await();

    await().until(() -> farm.messages("?cursor=" + cursor).path("items").size() == 1);
    assertThat(later).isNotEqualTo(id);
  }
}
