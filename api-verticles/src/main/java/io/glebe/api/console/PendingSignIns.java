package io.glebe.api.console;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Pending sign-ins, each valid once; bounded. Thread-safe. */
final class PendingSignIns {
  static final Duration LIFE = Duration.ofMinutes(10);
  private static final int MAX = 10_000;

  /**
   * One sign-in.
   *
   * @param browser digest of the cookie of the browser that began it
   * @param redirect where the provider sends the code
   * @param target page of the console to go to afterwards
   */
  record SignIn(String browser, String verifier, String nonce, String redirect, String target) {}

  private final Cache<String, SignIn> waiting;

  PendingSignIns(InstantSource clock) {
    waiting =
        Caffeine.newBuilder()
            .maximumSize(MAX)
            .expireAfterWrite(LIFE)
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .build();
  }

  /** Adds a sign-in and returns its state parameter. */
  String begin(SignIn signIn) {
    String state = RandomText.next();
    waiting.put(state, signIn);
    return state;
  }

  /** The sign-in of that state, if this browser began it. */
  Optional<SignIn> take(String state, String browserCookie) {
    String browser = RandomText.digest(browserCookie);
    SignIn signIn = waiting.getIfPresent(state);
    return signIn != null
            && RandomText.same(signIn.browser(), browser)
            && waiting.asMap().remove(state, signIn)
        ? Optional.of(signIn)
        : Optional.empty();
  }
}
