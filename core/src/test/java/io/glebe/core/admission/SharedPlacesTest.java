package io.glebe.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.glebe.core.admission.SharedPlaces.Place;
import io.glebe.core.admission.SharedPlaces.Waiter;
import io.glebe.core.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedPlacesTest {
  private final SharedPlaces places = new SharedPlaces("streams", 3, 2, 4);

  private Problem refusal(Object owner) {
    return catchThrowableOfType(Problem.class, () -> places.take(owner));
  }

  @Test
  void oneOwnerCannotTakeAllPlaces() {
    places.take("greedy");
    Place second = places.take("greedy");

    assertThat(refusal("greedy").status()).isEqualTo(429);
    assertThat(refusal("greedy").headers()).containsKey("Retry-After");
    places.take("other");
    assertThat(refusal("third").status()).isEqualTo(503);

    second.close();
    places.take("third");
    assertThat(places.taken()).isEqualTo(3);
  }

  @Test
  void aPlaceIsGivenBackOnce() {
    Place place = places.take("a");
    places.take("b");
    place.close();
    place.close();

    assertThat(places.taken()).isOne();
  }

  @Test
  void ownersThatWaitGetPlacesInTurn() {
    List<Place> first = new ArrayList<>();
    for (String owner : List.of("a", "a", "b")) {
      first.add(places.take(owner));
    }
    List<Waiter> ofA = List.of(places.inTurn("a"), places.inTurn("a"));
    Waiter ofB = places.inTurn("b");
    Waiter ofC = places.inTurn("c");

    first.get(0).close(); // one of A
    assertThat(ofA.get(0).place().succeeded()).isTrue();
    first.get(1).close(); // the other of A
    assertThat(ofB.place().succeeded()).isTrue();
    first.get(2).close(); // of B
    assertThat(ofC.place().succeeded()).isTrue();
    assertThat(ofA.get(1).place().isComplete()).isFalse();
    ofC.place().result().close();
    assertThat(ofA.get(1).place().succeeded()).isTrue();
  }

  @Test
  void waitersBeyondTheLimitAndThoseWhoGiveUpAreRefused() {
    places.take("a");
    places.take("a");
    List<Waiter> waiters = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      waiters.add(places.inTurn("a"));
    }
    assertThat(waiters.get(4).place().cause()).isInstanceOf(Problem.class);

    waiters.get(0).giveUp();
    assertThat(waiters.get(0).place().cause()).isInstanceOf(Problem.class);
    assertThat(places.inTurn("b").place().succeeded()).as("another owner is served").isTrue();
  }
}
