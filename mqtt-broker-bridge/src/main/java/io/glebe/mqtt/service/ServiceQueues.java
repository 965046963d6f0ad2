package io.glebe.mqtt.service;

import io.glebe.core.access.Caller;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The services of the registry and their queues, as the platform provides them. Thread-safe. */
public interface ServiceQueues {
  /**
   * A message of a queue.
   *
   * @param position increases with every message and every new delivery
   */
  record Message(long position, byte[] json) {}

  /**
   * The service with this name whose token is the password; empty for a name that is no service.
   */
  Optional<Future<Caller>> signIn(String name, String password, String source);

  /** The messages behind a position that the service has not acknowledged, in their order. */
  Future<List<Message>> receive(Caller caller, UUID service, long after, int limit);

  /** Calls the listener when the queue of the service changes; it must not block. */
  AutoCloseable listen(UUID service, Runnable listener);

  /** A platform without services. */
  ServiceQueues NONE =
      new ServiceQueues() {
        @Override
        public Optional<Future<Caller>> signIn(String name, String password, String source) {
          return Optional.empty();
        }

        @Override
        public Future<List<Message>> receive(Caller caller, UUID service, long after, int limit) {
          return Future.succeededFuture(List.of());
        }

        @Override
        public AutoCloseable listen(UUID service, Runnable listener) {
          return () -> {};
        }
      };
}
