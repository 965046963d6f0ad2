package io.glebe.mqtt.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.mqtt.limit.ByteBudget;
import io.glebe.mqtt.packet.ConnectRequest;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Wills of clients have a budget, and give their bytes back once. */
class HeldWillTest {
  private static final int PAYLOAD = 1_000;

  private final ByteBudget wills = new ByteBudget(4 * PAYLOAD);

  private Optional<HeldWill> will(String account) {
    byte[] payload = new byte[PAYLOAD];
    return HeldWill.of(
        new ConnectRequest.Will("v1.1/Datastreams(1)/Observations", payload, 1, 0),
        wills.share(account, 2 * PAYLOAD));
  }

  @Test
  void anAccountHasAShareOfThem() {
    HeldWill first = will("a").orElseThrow();
    assertThat(will("a")).isEmpty();
    assertThat(will("b")).isPresent();
    first.close();
    first.close();
    assertThat(will("a")).isPresent();
    assertThat(will("a")).isEmpty();
  }

  @Test
  void allTogetherHaveNoMoreThanTheBudget() {
    for (String account : new String[] {"a", "b", "c"}) {
      assertThat(will(account)).isPresent();
    }
    assertThat(will("d")).isEmpty();
  }
}
