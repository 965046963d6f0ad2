package io.glebe.core.thread;

/** The registration of a listener; closing it removes the listener. */
@FunctionalInterface
public interface ListenerRegistration extends AutoCloseable {
  @Override
  void close();
}
