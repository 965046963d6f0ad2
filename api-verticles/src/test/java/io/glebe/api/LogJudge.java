package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Stands beside every test, and lets one fail during which the log gave something away, also when
 * it is run again. What was logged between two tests is the later one's. Found by JUnit itself, so
 * that no class is left out.
 */
public final class LogJudge implements BeforeEachCallback, AfterEachCallback {
  private static final Set<String> WATCHED = ConcurrentHashMap.newKeySet();

  /** Lines that gave something away, with the test which was the first to end after them. */
  private static final Map<String, String> BLAMED = new ConcurrentHashMap<>();

  @Override
  public void beforeEach(ExtensionContext context) {
    WATCHED.add(context.getRequiredTestClass().getName());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    String test = context.getUniqueId();
    List<String> own =
        LogWatch.found().stream()
            .filter(line -> test.equals(BLAMED.computeIfAbsent(line, unseen -> test)))
            .toList();
    assertThat(own).as("log lines that give something away").isEmpty();
  }

  /** Whether it stands beside the tests of this class. */
  static boolean watches(Class<?> test) {
    return WATCHED.contains(test.getName());
  }
}
