package io.glebe.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccessChangesTest {
  private final AccessChanges changes = new AccessChanges();
  private final List<String> called = new ArrayList<>();

  private AccessChanges.Subscription subscribe(String name) {
    return changes.subscribe(
        () -> called.add(name + " rights"), () -> called.add(name + " credentials"));
  }

  @Test
  void subscribersAreCalledInTheOrderOfTheirSubscriptions() {
    subscribe("first");
    subscribe("second");
    changes.rightsChanged();
    changes.credentialsChanged();
    assertThat(called)
        .containsExactly(
            "first rights", "second rights", "first credentials", "second credentials");
  }

  @Test
  void aClosedSubscriptionIsCalledNoMore() {
    AccessChanges.Subscription ended = subscribe("first");
    subscribe("second");
    ended.close();
    changes.rightsChanged();
    assertThat(called).containsExactly("second rights");
  }
}
