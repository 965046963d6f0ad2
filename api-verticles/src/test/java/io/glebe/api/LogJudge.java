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
 * A JUnit extension for every test: a test fails when secrets or personal data were logged while it
 * ran, also when it is repeated. Lines between two tests count for the later test. JUnit registers
 * it automatically, so no class is left out.
 */
public final class LogJudge implements BeforeEachCallback, AfterEachCallback {
  private static final Set<String> WATCHED = ConcurrentHashMap.newKeySet();

  /**
   * Log lines with secrets or personal data, each with the first test that ended after the line.
   */
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

  /** Whether it checks the tests of this class. */
  static boolean watches(Class<?> test) {
    return WATCHED.contains(test.getName());
  }
}
