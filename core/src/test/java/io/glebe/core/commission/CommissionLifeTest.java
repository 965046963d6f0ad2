package io.glebe.core.commission;

import static io.glebe.core.record.RecordFixture.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.core.access.Access;
import io.glebe.core.access.Caller;
import io.glebe.core.access.Grants;
import io.glebe.core.access.Permission;
import io.glebe.core.commission.Commission.DeliveryState;
import io.glebe.core.commission.Commission.State;
import io.glebe.core.config.Settings;
import io.glebe.core.problem.Problem;
import io.glebe.core.problem.ProblemType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Commissions and the rights of their services, from the order to the end. */
class CommissionLifeTest {
  private static final CommissionFixture FARM = new CommissionFixture(Settings.defaults());

  private final CommissionFixture.Client service = FARM.new Client();
  private final Caller owner = FARM.farm.owner();

  @AfterAll
  static void close() {
    FARM.close();
  }

  private boolean mayReadFields() {
    return Access.may(service.caller(), Permission.of("field:read"), FARM.farm.farm);
  }

  @Test
  void theRightsOfAServiceAreThoseOfItsOpenCommissions() {
    assertThat(mayReadFields()).isFalse();
    UUID id = service.ordered("field:read");

    Caller caller = service.caller();
    assertThat(mayReadFields()).isTrue();
    assertThat(caller.grants().fields(Permission.of("field:read"))).containsExactly(FARM.field);
    assertThat(Access.may(caller, Permission.of("result:read"), FARM.farm.farm)).isFalse();
    Commission cancelled = FARM.commissions.cancel(owner, service.id, id, "sold").await();

    assertThat(cancelled.state()).isEqualTo(State.CANCELLED);
    assertThat(cancelled.end().orElseThrow().reason()).contains("sold");
    assertThat(FARM.jobStatus(id)).isEqualTo("CANCELLED");
    assertThat(mayReadFields()).isFalse();
    assertThat(caller.isCurrent()).isFalse();
  }

  @Test
  void aDisabledServiceHasNoRightsAndGetsNoOrders() {
    service.ordered("field:read");
    FARM.services.directory.disable(FARM.services.maintainer(), service.id, "wrong data").await();

    assertThat(problem(FARM.commissions.order(owner, service.id, FARM.order("field:read"))).type())
        .isEqualTo(ProblemType.CONFLICT);

    FARM.services.directory.enable(FARM.services.maintainer(), service.id).await();
    FARM.services.rightsChanged();
    assertThat(mayReadFields()).isTrue();
  }

  @Test
  void theServiceEndsACommissionOnce() {
    UUID id = service.ordered("field:read");
    Caller caller = service.caller();

    Commission done = service.finish(id, State.COMPLETED);

    assertThat(done.state()).isEqualTo(State.COMPLETED);
    assertThat(service.delivery(id)).isEqualTo(DeliveryState.ACKNOWLEDGED);
    assertThat(FARM.jobStatus(id)).isEqualTo("COMPLETED");
    assertThat(service.finish(id, State.COMPLETED)).isEqualTo(done);
    assertThat(
            problem(FARM.commissions.finish(caller, service.id, id, State.FAILED, "late")).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
    assertThat(problem(FARM.commissions.cancel(owner, service.id, id, "late")).type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void aCommissionThatIsCancelledAgainStaysAsItIs() {
    UUID id = service.ordered("field:read");
    Commission cancelled = FARM.commissions.cancel(owner, service.id, id, "sold").await();

    assertThat(FARM.commissions.cancel(owner, service.id, id, "again").await())
        .isEqualTo(cancelled);
    assertThat(
            problem(FARM.commissions.cancel(FARM.services.stranger(), service.id, id, "x"))
                .status())
        .isEqualTo(403);
    Caller caller = service.caller();
    assertThat(
            problem(FARM.commissions.finish(caller, service.id, id, State.COMPLETED, "late"))
                .type())
        .isEqualTo(ProblemType.INVALID_TRANSITION);
  }

  @Test
  void aFailureHasAMessage() {
    UUID id = service.ordered("field:read");

    Commission failed = service.finish(id, State.FAILED);

    assertThat(failed.end().orElseThrow().reason()).contains("done");
    assertThat(FARM.jobStatus(id)).isEqualTo("FAILED");
  }

  @Test
  void aServiceThatHasTakenOverTheWorkSetsTheJobToRunningOnce() {
    UUID id = service.ordered("field:read");

    FARM.commissions.started(service.caller(), service.id, id).await();
    FARM.commissions.started(service.caller(), service.id, id).await();

    assertThat(FARM.jobStatus(id)).isEqualTo("RUNNING");
    service.finish(id, State.COMPLETED);
    FARM.commissions.started(service.caller(), service.id, id).await();
    assertThat(FARM.jobStatus(id)).as("after its end").isEqualTo("COMPLETED");
  }

  @Test
  void aServiceGetsAMessageWhenADeliveredCommissionIsCancelled() {
    UUID id = service.ordered("field:read");
    UUID message = service.receive().getFirst().id();

    FARM.commissions.cancel(owner, service.id, id, "sold").await();

    List<CommissionMessage> messages = service.receive();
    assertThat(messages).hasSize(1);
    assertThat(messages.getFirst().kind()).isEqualTo(CommissionMessage.Kind.CANCELLATION);
    CommissionQueue queue = FARM.module.queue();
    assertThat(problem(queue.acknowledge(service.caller(), service.id, message)).type())
        .isEqualTo(ProblemType.CONFLICT);
    queue.acknowledge(service.caller(), service.id, messages.getFirst().id()).await();
    assertThat(service.receive()).isEmpty();
  }

  @Test
  void aCancelledCommissionThatWasNotDeliveredIsWithdrawn() {
    UUID id = service.ordered("field:read");

    FARM.commissions.cancel(owner, service.id, id, "sold").await();

    assertThat(service.delivery(id)).isEqualTo(DeliveryState.WITHDRAWN);
    assertThat(service.receive()).isEmpty();
  }

  @Test
  void aCommissionEndsWithItsPeriod() {
    UUID id = service.ordered("field:read");
    FARM.services.platform.sql("update service.commission set ends_at = now() where id = $1", id);

    await().until(() -> service.commission(id).state() == State.CANCELLED);

    assertThat(service.commission(id).end().orElseThrow().reason().orElseThrow())
        .contains("period");
    assertThat(mayReadFields()).isFalse();
  }

  @Test
  void onlyTheFarmCancelsAndOnlyTheServiceFinishes() {
    UUID id = service.ordered("field:read");
    CommissionFixture.Client other = FARM.new Client();
    for (Caller caller : List.of(FARM.services.stranger(), service.caller(), other.caller())) {
      assertThat(problem(FARM.commissions.cancel(caller, service.id, id, "x")).status())
          .isEqualTo(403);
    }
    for (Caller caller : List.of(owner, other.caller(), FARM.services.maintainer())) {
      Problem refused =
          catchThrowableOfType(
              Problem.class,
              () -> FARM.commissions.finish(caller, service.id, id, State.COMPLETED, ""));
      assertThat(refused.status()).isEqualTo(403);
    }
    assertThat(service.commission(id).state()).isEqualTo(State.OPEN);
    service.finish(id, State.COMPLETED);
    assertThat(problem(FARM.commissions.cancel(other.caller(), service.id, id, "x")).status())
        .as("who may not cancel learns no state")
        .isEqualTo(403);
  }

  @Test
  void theFarmTheServiceAndMaintainersReadACommission() {
    UUID id = service.ordered("field:read");
    Commission commission = service.commission(id);
    Caller maintainer = FARM.services.maintainer();
    Commissions commissions = FARM.commissions;

    assertThat(commissions.commission(service.caller(), service.id, id).await())
        .isEqualTo(commission);
    assertThat(commissions.commission(maintainer, service.id, id).await()).isEqualTo(commission);
    assertThat(Commissions.mayRead(owner, commission)).isTrue();
    assertThat(Commissions.mayRead(service.caller(), commission)).isTrue();
    assertThat(Commissions.mayRead(maintainer, commission)).as("what was ordered").isFalse();
    assertThat(problem(commissions.commission(FARM.services.stranger(), service.id, id)).status())
        .isEqualTo(403);
    assertThat(problem(commissions.commission(FARM.new Client().caller(), service.id, id)).status())
        .isEqualTo(403);
    assertThat(problem(commissions.commission(owner, service.id, UUID.randomUUID())).status())
        .isEqualTo(404);
  }

  @Test
  void pagesHaveTheCommissionsOfTheFarmsOfTheCaller() {
    UUID first = service.ordered("field:read");
    UUID second = service.ordered("field:read");
    UUID third = service.ordered("field:read");
    Commissions commissions = FARM.commissions;

    assertThat(commissions.commissions(owner, service.id, Optional.of(first), 1).await())
        .extracting(Commission::id)
        .containsExactly(second, third);
    UUID neighbour = UUID.randomUUID();
    Caller other = FARM.farm.person(neighbour, "console", Set.of(UUID.randomUUID()));
    assertThat(commissions.commissions(other, service.id, Optional.empty(), 10).await()).isEmpty();
    assertThat(
            commissions
                .commissions(FARM.services.maintainer(), service.id, Optional.empty(), 10)
                .await())
        .hasSize(3);
    assertThat(
            catchThrowableOfType(
                    Problem.class,
                    () ->
                        commissions.commissions(
                            FARM.services.stranger(), service.id, Optional.empty(), 10))
                .status())
        .isEqualTo(403);
  }

  @Test
  void nobodyGrantsMoreThanHeHas() {
    Instant soon = Instant.now().plusSeconds(600);
    Set<Permission> own = Set.of(Commissions.ORDER, Commissions.READ, Permission.of("field:read"));
    Grants grants =
        new Grants.Builder()
            .user(FARM.farm.user)
            .platform(Set.of(Permission.of("processingService:read")))
            .farm(FARM.farm.farm, Optional.of(FARM.farm.organization), own, soon)
            .build();
    Caller limited = owner.with(grants);

    ObjectNode more = FARM.order("field:read", "result:create");
    assertThat(problem(FARM.commissions.order(limited, service.id, more)).status()).isEqualTo(403);
    ObjectNode longer = FARM.order("field:read");
    Problem late = problem(FARM.commissions.order(limited, service.id, longer));
    assertThat(late.violations()).extracting(v -> v.where()).containsExactly("/endsAt");
    longer.put("endsAt", soon.minusSeconds(60).toString());
    assertThat(FARM.commissions.order(limited, service.id, longer).await().state())
        .isEqualTo(State.OPEN);
  }

  @Test
  void theFieldsBelongToTheFarm() {
    UUID otherFarm = UUID.randomUUID();
    FARM.farm.farm(otherFarm, FARM.farm.organization, FARM.farm.user);
    UUID foreign = UUID.randomUUID();
    FARM.farm.system(
        "Field",
        foreign,
        FARM.farm.fieldBody("Foreign").replace(FARM.farm.farm.toString(), otherFarm.toString()));
    ObjectNode order = FARM.order("field:read");
    order.withArray("fieldIds").add(foreign.toString());

    Problem refused = problem(FARM.commissions.order(owner, service.id, order));

    assertThat(refused.violations()).extracting(v -> v.where()).containsExactly("/fieldIds/1");
  }

  @Test
  void onlyAPersonOrders() {
    service.ordered("field:read");
    Problem refused =
        catchThrowableOfType(
            Problem.class,
            () -> FARM.commissions.order(service.caller(), service.id, FARM.order("field:read")));

    assertThat(refused.status()).isEqualTo(403);
    assertThat(
            problem(FARM.commissions.order(owner, UUID.randomUUID(), FARM.order("field:read")))
                .status())
        .isEqualTo(404);
  }

  @Test
  void anAppOrdersNoCommission() {
    Caller app =
        FARM.farm.person(FARM.farm.user, "ext-" + UUID.randomUUID(), Set.of(FARM.farm.farm));

    Problem refused =
        catchThrowableOfType(
            Problem.class, () -> FARM.commissions.order(app, service.id, FARM.order("field:read")));
    assertThat(refused.status()).isEqualTo(403);
  }
}
