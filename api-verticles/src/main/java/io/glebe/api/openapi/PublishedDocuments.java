package io.glebe.api.openapi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.glebe.api.http.RouteTable;
import io.glebe.tile.engine.ThreadNiceness;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The documents of the process, each made when somebody first asks for it. That takes a second of
 * computing in a new process, so it is done once, on a thread that gives way to all others.
 */
final class PublishedDocuments {
  private static final int NICENESS = 8;

  private final Supplier<RouteTable> table;
  private final Map<Edition, CompletableFuture<PublishedDocument>> made = new ConcurrentHashMap<>();

  /** A document in one version of OpenAPI. */
  record Edition(ContractDocument.Subject subject, boolean old) {}

  /**
   * @param table all routes of the process, complete by the time of the first request
   */
  PublishedDocuments(Supplier<RouteTable> table) {
    this.table = table;
  }

  /**
   * Returns the document, and waits until it is made.
   *
   * @param problems the address of the types of problems
   */
  PublishedDocument get(Edition edition, String problems) {
    CompletableFuture<PublishedDocument> document =
        made.computeIfAbsent(
            edition, e -> CompletableFuture.supplyAsync(() -> of(e, problems), this::begin));
    try {
      return document.join();
    } catch (CompletionException e) {
      made.remove(edition, document); // the next request tries again
      throw e;
    }
  }

  private void begin(Runnable work) {
    Thread.ofPlatform()
        .daemon()
        .name("contract")
        .start(
            () -> {
              ThreadNiceness.ofThisThread(NICENESS);
              work.run();
            });
  }

  private PublishedDocument of(Edition edition, String problems) {
    ObjectNode document =
        ContractDocument.of(
            table.get(),
            edition.subject(),
            new ContractDocument.Addresses(PublishedDocument.SERVER, problems));
    return new PublishedDocument(edition.old() ? OpenApi30.of(document) : document);
  }
}
