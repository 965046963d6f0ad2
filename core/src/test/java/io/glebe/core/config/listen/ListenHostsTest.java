package io.glebe.core.config.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.core.config.HttpSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.SensorSettings;
import io.glebe.core.config.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who can reach the servers. */
class ListenHostsTest {
  private static final Settings DEVELOPMENT =
      Settings.defaults().with(ProcessSettings.PROFILE, "development");
  private static final Settings PRODUCTION =
      Settings.defaults().with(ProcessSettings.PROFILE, "production");

  @Test
  void theDevelopmentProfileListensOnTheLoopbackInterface() {
    assertThat(ListenHosts.http(DEVELOPMENT)).contains("127.0.0.1").doesNotContain("0.0.0.0");
    assertThat(ListenHosts.http(DEVELOPMENT)).allMatch(ListenHosts::isLoopback);
    assertThat(ListenHosts.mqtt(DEVELOPMENT)).isEqualTo("127.0.0.1");
    assertThatCode(() -> ListenHosts.check(DEVELOPMENT)).doesNotThrowAnyException();
  }

  @Test
  void productionListensOnAllInterfaces() {
    assertThat(ListenHosts.http(PRODUCTION)).containsExactly("0.0.0.0");
    assertThat(ListenHosts.mqtt(PRODUCTION)).isEqualTo("0.0.0.0");
    assertThatCode(() -> ListenHosts.check(PRODUCTION)).doesNotThrowAnyException();
  }

  @Test
  void aSettingNamesTheInterface() {
    Settings named =
        PRODUCTION
            .with(HttpSettings.HTTP_HOST, "192.0.2.1")
            .with(SensorSettings.MQTT_HOST, "localhost");

    assertThat(ListenHosts.http(named)).containsExactly("192.0.2.1");
    assertThat(ListenHosts.mqtt(named)).isEqualTo("127.0.0.1");
  }

  @Test
  void theDevelopmentProfileIsNotExposedByAccident() {
    Settings open =
        DEVELOPMENT
            .with(HttpSettings.HTTP_HOST, "0.0.0.0")
            .with(SensorSettings.MQTT_HOST, "192.0.2.1");

    assertThatThrownBy(() -> ListenHosts.check(open))
        .hasMessageContainingAll("GLEBE_HTTP_HOST", "GLEBE_MQTT_HOST", "0.0.0.0", "192.0.2.1");
    Settings confirmed = open.with(HttpSettings.DEV_EXPOSE, "true");
    assertThatCode(() -> ListenHosts.check(confirmed)).doesNotThrowAnyException();
    assertThat(ListenHosts.http(DEVELOPMENT.with(HttpSettings.DEV_EXPOSE, "true")))
        .containsExactly("0.0.0.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "::1", "localhost"})
  void theLoopbackInterfaceHasSeveralAddresses(String host) {
    assertThat(ListenHosts.isLoopback(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void othersReachTheRest(String host) {
    assertThat(ListenHosts.isLoopback(host)).isFalse();
  }
}
