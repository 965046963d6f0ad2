package io.glebe.mqtt.service;

import io.glebe.core.access.Caller;
import io.glebe.mqtt.message.Delivery;
import io.glebe.mqtt.message.RoutedMessage;
import io.glebe.mqtt.session.SessionOutlet;
import io.glebe.mqtt.topic.Subscription;
import io.glebe.mqtt.topic.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of a service's queue to its connection. The queue itself keeps them: a new
 * connection gets everything that the service has not acknowledged as a commission. Used on the
 * event loop of the connection.
 */
public final class ServiceFeed {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceFeed.class);
  private static final int PAGE = 10;

  private final ServiceQueues queues;
  private final SessionOutlet outlet;
  private final Map<String, Followed> followed = new HashMap<>();

  public ServiceFeed(ServiceQueues queues, SessionOutlet outlet) {
    this.queues = queues;
    this.outlet = outlet;
  }

  /** One queue and how far it has been sent. */
  private final class Followed {
    private final UUID service;
    private final Subscription subscription;
    private final AutoCloseable listening;
    private long position;
    private boolean reading;
    private boolean again;
    private boolean begun;

    Followed(UUID service, Subscription subscription) {
      this.service = service;
      this.subscription = subscription;
      listening = queues.listen(service, () -> outlet.execute(this::changed));
    }

    void changed() {
      if (!begun || !outlet.isOpen()) {
        return;
      }
      if (reading || outlet.capacity().entries() <= 0) {
        again = true;
        return;
      }
      reading = true;
      again = false;
      outlet
          .now()
          .compose(
              caller ->
                  queues
                      .receive(caller, service, position, PAGE)
                      .map(messages -> new Received(caller, messages)))
          .onComplete(done -> outlet.execute(() -> taken(done.result(), done.cause())));
    }

    private void taken(Received received, @Nullable Throwable failure) {
      reading = false;
      if (failure != null) {
        LOG.debug("the queue of a service cannot be read now", failure);
        return;
      }
      for (ServiceQueues.Message message : received.messages()) {
        position = message.position();
        Delivery delivery =
            new Delivery(subscription.filter().path(), message.json(), Optional.empty(), false);
        outlet.send(
            List.of(
                RoutedMessage.of(
                    delivery,
                    subscription.qos(),
                    subscription.identifier().stream().boxed().toList())),
            received.caller());
      }
      if (again || received.messages().size() == PAGE) {
        changed();
      }
    }

    void close() {
      try {
        listening.close();
      } catch (Exception e) {
        LOG.debug("a queue is not listened to any more", e);
      }
    }
  }

  private record Received(Caller caller, List<ServiceQueues.Message> messages) {}

  /** Follows the queue that a subscription names, if it names one. */
  public void added(Subscription subscription) {
    if (subscription.filter().only().orElse(null) instanceof Topic.ServiceMessages topic) {
      removed(subscription);
      followed.put(subscription.text(), new Followed(topic.service(), subscription));
    }
  }

  /** Ends the following. */
  public void removed(Subscription subscription) {
    Followed ended = followed.remove(subscription.text());
    if (ended != null) {
      ended.close();
    }
  }

  /** The subscriptions are granted: sends what waits. */
  public void granted() {
    for (Followed one : followed.values()) {
      one.begun = true;
      one.changed();
    }
  }

  /** The client can get more. */
  public void resume() {
    for (Followed one : followed.values()) {
      if (one.again) {
        one.changed();
      }
    }
  }

  /** Ends everything. */
  public void close() {
    followed.values().forEach(Followed::close);
    followed.clear();
  }
}
