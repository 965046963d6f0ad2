package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.sensor.session.SessionGeneration;
import io.glebe.mqtt.limit.ByteBudget;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Members of a group whose sessions come back, here or elsewhere. */
class AbsentMembersTest {
  private static final String SESSION = "session";

  private final AbsentMembers members =
      new AbsentMembers(new ByteBudget(1_000).share("account", 1_000), 10, 1_000);

  private static SessionGeneration connection(int number) {
    return new SessionGeneration(1, number);
  }

  private void leaves(int number) {
    members.add(SESSION, connection(number), Duration.ofHours(1));
  }

  @Test
  void aConnectionThatEndsBeforeItJoinsTheGroupLeavesTheMemberAbsent() {
    leaves(5);
    members.resumed(SESSION, connection(6));
    members.resumed(SESSION, connection(7));
    assertThat(members.isEmpty()).isFalse();
  }

  @Test
  void aMemberThatWasElsewhereInBetweenIsRemoved() {
    leaves(5);
    members.resumed(SESSION, connection(7));
    assertThat(members.isEmpty()).isTrue();
  }

  @Test
  void aLateMessageAboutTheOwnConnectionRemovesNobody() {
    leaves(5);
    members.resumed(SESSION, connection(6));
    members.removeBefore(SESSION, connection(6));
    assertThat(members.isEmpty()).isFalse();
    members.removeBefore(SESSION, connection(7));
    assertThat(members.isEmpty()).isTrue();
  }
}
