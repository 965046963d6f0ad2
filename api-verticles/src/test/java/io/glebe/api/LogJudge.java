package io.glebe.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Stands beside every test class, and lets one fail while whose tests the log gave something away,
 * also when it is run again. Found by JUnit itself, so that no class is left out.
 */
public final class LogJudge implements BeforeAllCallback, AfterAllCallback {
  private static final Set<String> WATCHED = ConcurrentHashMap.newKeySet();

  /** Lines that gave something away, with the class which was the first to end after them. */
  private static final Map<String, String> BLAMED = new ConcurrentHashMap<>();

  @Override
  public void beforeAll(ExtensionContext context) {
    WATCHED.add(context.getRequiredTestClass().getName());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    String name = context.getRequiredTestClass().getName();
    List<String> own =
        LogWatch.found().stream()
            .filter(line -> name.equals(BLAMED.computeIfAbsent(line, unseen -> name)))
            .toList();
    assertThat(own).as("log lines that give something away").isEmpty();
  }

  /** Whether it stands beside this class. */
  static boolean watches(Class<?> test) {
    return WATCHED.contains(test.getName());
  }
}
