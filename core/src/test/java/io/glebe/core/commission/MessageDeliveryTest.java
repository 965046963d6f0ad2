package io.glebe.core.commission;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.commission.Commission.DeliveryState;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages from the order to their acknowledgement, or to their last try. */
class MessageDeliveryTest {
  private static final CommissionFixture FARM =
      new CommissionFixture(
          Settings.defaults().with(ServiceSettings.TRIES, "2").with(ServiceSettings.QUEUE, "3"));

  private final CommissionFixture.Client service = FARM.new Client();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private static List<UUID> commissions(List<CommissionMessage> messages) {
    return messages.stream().map(message -> message.commission().id()).toList();
  }

  @Test
  void anOrderMakesAJobAndAMessage() {
    UUID id = service.ordered("field:read");

    assertThat(FARM.jobStatus(id)).isEqualTo("QUEUED");
    assertThat(service.delivery(id)).isEqualTo(DeliveryState.WAITING);
    CommissionMessage message = service.receive().getFirst();
    assertThat(message.kind()).isEqualTo(CommissionMessage.Kind.COMMISSION);
    assertThat(message.commission()).isEqualTo(service.commission(id));
    assertThat(message.commission().fields()).containsExactly(FARM.field);
    assertThat(message.commission().parameters().path("layer").asText()).isEqualTo("NDVI");
    assertThat(service.delivery(id)).isEqualTo(DeliveryState.DELIVERED);
  }

  @Test
  void aReaderContinuesBehindAPositionAndReadsAllAgainWithoutOne() {
    UUID first = service.ordered("field:read");
    UUID second = service.ordered("field:read");

    List<CommissionMessage> one = service.receive(0, 1);
    assertThat(commissions(one)).containsExactly(first);
    List<CommissionMessage> next = service.receive(one.getFirst().position(), 10);
    assertThat(commissions(next)).containsExactly(second);
    assertThat(service.receive(next.getFirst().position(), 10)).isEmpty();
    List<CommissionMessage> all = service.receive();
    assertThat(commissions(all)).containsExactly(first, second);
    assertThat(all).as("reading again is no other try").allMatch(m -> m.tries() == 1);
  }

  @Test
  void acknowledgingTwiceIsHarmless() {
    UUID id = service.ordered("field:read");
    UUID message = service.receive().getFirst().id();
    CommissionQueue queue = FARM.module.queue();

    assertThat(queue.acknowledge(service.caller(), service.id, message).await()).isEqualTo(id);
    Instant when = service.commission(id).delivery().acknowledged().orElseThrow();
    assertThat(queue.acknowledge(service.caller(), service.id, message).await()).isEqualTo(id);

    assertThat(service.receive()).isEmpty();
    assertThat(service.commission(id).delivery().acknowledged()).contains(when);
  }

  @Test
  void anotherServiceReceivesAndAcknowledgesNothing() {
    service.ordered("field:read");
    UUID message = service.receive().getFirst().id();
    CommissionFixture.Client other = FARM.new Client();
    CommissionQueue queue = FARM.module.queue();

    assertThat(
            catchThrowableOfType(
                    Problem.class, () -> queue.acknowledge(other.caller(), service.id, message))
                .status())
        .isEqualTo(403);
    assertThat(problem(queue.acknowledge(other.caller(), other.id, message)).status())
        .isEqualTo(404);
    assertThat(
            catchThrowableOfType(
                    Problem.class, () -> queue.receive(FARM.farm.owner(), service.id, 0, 10))
                .status())
        .isEqualTo(403);
    assertThat(service.receive()).hasSize(1);
  }

  @Test
  @Tag("GLEBE_SERVICE_TIMEOUT")
  @Tag("GLEBE_SERVICE_TRIES")
  void aMessageIsDeliveredAgainBehindTheReaderAndIsDeadAfterItsLastTry() {
    UUID id = service.ordered("field:read");
    long position = service.receive().getFirst().position();

    FARM.due(id);
    await().until(() -> service.receive(position, 10).size() == 1);
    assertThat(service.receive().getFirst().tries()).isEqualTo(2);
    FARM.due(id);
    await().until(() -> service.delivery(id) == DeliveryState.DEAD);
    assertThat(service.receive()).isEmpty();

    FARM.commissions.deliverAgain(FARM.farm.owner(), service.id, id).await();
    assertThat(service.receive().getFirst().tries()).isEqualTo(1);
    assertThat(problem(FARM.commissions.deliverAgain(FARM.farm.owner(), service.id, id)).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void strangersDeliverNothingAgain() {
    UUID id = service.ordered("field:read");

    assertThat(
            problem(FARM.commissions.deliverAgain(FARM.services.stranger(), service.id, id))
                .status())
        .isEqualTo(403);
    assertThat(
            problem(FARM.commissions.deliverAgain(FARM.services.maintainer(), service.id, id))
                .type())
        .as("a maintainer may, but the message is not dead")
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void aCommissionOfTheFutureIsDeliveredWhenItBegins() {
    ObjectNode order = FARM.order("field:read");
    order.put("startsAt", Instant.now().plus(Duration.ofHours(1)).toString());
    UUID id = FARM.commissions.order(FARM.farm.owner(), service.id, order).await().id();
    assertThat(service.delivery(id)).isEqualTo(DeliveryState.SCHEDULED);
    UUID now = service.ordered("field:read");
    List<CommissionMessage> waiting = service.receive();
    assertThat(commissions(waiting)).containsExactly(now);

    FARM.due(id);

    await().until(() -> service.receive(waiting.getFirst().position(), 10).size() == 1);
  }

  @Test
  @Tag("GLEBE_COMMISSIONS")
  void aFarmHasFewOpenCommissions() {
    Settings one = Settings.defaults().with(ServiceSettings.OPEN_OF_FARM, "1");
    try (CommissionFixture farm = new CommissionFixture(one)) {
      CommissionFixture.Client first = farm.new Client();
      CommissionFixture.Client second = farm.new Client();
      UUID open = first.ordered("field:read");
      Problem refused =
          problem(farm.commissions.order(farm.farm.owner(), second.id, farm.order("field:read")));
      assertThat(refused.type()).isEqualTo(ProblemType.CONFLICT);
      assertThat(second.receive()).isEmpty();
      farm.commissions.cancel(farm.farm.owner(), first.id, open, "over").await();
      second.ordered("field:read");
    }
  }

  @Test
  @Tag("GLEBE_SERVICE_QUEUE")
  void aQueueIsBounded() {
    for (int i = 0; i < 3; i++) {
      service.ordered("field:read");
    }

    Problem refused =
        problem(FARM.commissions.order(FARM.farm.owner(), service.id, FARM.order("field:read")));

    assertThat(refused.type()).isEqualTo(ProblemType.CONFLICT);
    assertThat(service.receive()).hasSize(3);
  }

  @Test
  void aWaitingReaderIsWokenByItsOwnQueueOnly() throws InterruptedException {
    QueueSignals signals = FARM.module.signals();
    signals.listening().await();
    CommissionFixture.Client other = FARM.new Client();
    try (QueueSignals.Signal signal = signals.of(service.id);
        QueueSignals.Signal idle = signals.of(other.id)) {
      assertThat(signal.await(Duration.ZERO)).as("raised at the beginning").isTrue();
      assertThat(idle.await(Duration.ZERO)).isTrue();
      service.ordered("field:read");

      assertThat(signal.await(Duration.ofSeconds(30))).isTrue();
      assertThat(idle.await(Duration.ZERO)).isFalse();
    }
  }
}
