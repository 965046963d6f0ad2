package io.glebe.api.fuzz;

import io.glebe.core.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A parser of text that refuses with a {@link Problem} of the client's fault.
 *
 * @param parser returning is accepting
 */
public record TextTarget(Parser parser) implements FuzzTarget {
  private static final int SERVER_FAULT = 500;

  /** Parses a text. */
  @FunctionalInterface
  public interface Parser {
    void parse(String text) throws IOException;
  }

  @Override
  public boolean accepts(byte[] input) throws IOException {
    return unlessProblem(() -> parser.parse(new String(input, StandardCharsets.UTF_8)));
  }

  /** Whether the work is not refused; a problem that blames the server is a finding. */
  public static boolean unlessProblem(FuzzTarget.Work work) throws IOException {
    return FuzzTarget.unlessRefused(
        Problem.class,
        () -> {
          try {
            work.run();
          } catch (Problem problem) {
            if (problem.status() >= SERVER_FAULT || problem.detail().isBlank()) {
              throw new IllegalStateException("the answer is " + problem.status(), problem);
            }
            throw problem;
          }
        });
  }
}
