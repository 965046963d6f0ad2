package io.glebe.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.glebe.api.http.RouteTable;
import io.glebe.api.http.Surface;
import io.glebe.api.openapi.OpenApiArea;
import io.glebe.api.service.ServicesVerticle;
import io.glebe.core.config.InvalidSettings;
import io.glebe.core.config.ProcessSettings;
import io.glebe.core.config.ServiceSettings;
import io.glebe.core.config.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The service registry exists with its setting only. */
class ServiceRegistrySettingTest {
  private static long routes(boolean services) {
    return RouteTable.of(List.of(new OpenApiArea(() -> null, services))).routes().stream()
        .filter(route -> route.surface().equals(Surface.SERVICES))
        .count();
  }

  @Test
  void thereIsNoServiceRegistryByDefault() {
    Settings settings = Settings.defaults();

    assertThat(AreaSelection.of(settings).includes(ServicesVerticle.NAME)).isFalse();
    assertThat(routes(false)).isZero();
    assertThatThrownBy(
            () -> AreaSelection.of(settings.with(ProcessSettings.AREAS, ServicesVerticle.NAME)))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("services");
  }

  @Test
  void theSettingAddsIt() {
    Settings settings = Settings.defaults().with(ServiceSettings.REGISTRY, "true");

    assertThat(AreaSelection.of(settings).includes(ServicesVerticle.NAME)).isTrue();
    assertThat(routes(true)).isEqualTo(2);
  }
}
