package io.glebe.mqtt.session;

import io.glebe.core.access.Caller;
import io.glebe.core.sensor.journal.SensorJournal;
import io.glebe.mqtt.message.RoutedMessage;
import io.vertx.core.Future;
import java.util.List;

/** The connection to which a session sends. Used on its event loop. */
public interface SessionOutlet {
  /** The account with its current permissions, on the event loop. */
  Future<Caller> now();

  /** Returns what may wait for the client besides what waits already; no entries for nothing. */
  SensorJournal.Capacity capacity();

  /** Sends messages or lets them wait, as far as the caller may receive them. */
  void send(List<RoutedMessage> messages, Caller caller);

  /** Returns whether the connection is open. */
  boolean isOpen();

  /** Runs a task on the event loop. */
  void execute(Runnable task);
}
