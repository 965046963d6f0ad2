package io.glebe.core.sensor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.glebe.core.sensor.model.SensorEntityType;
import io.glebe.core.sensor.model.SensorModel;
import io.glebe.core.sensor.query.QueryParser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how many entities a page has, according to what is expanded with each. */
class SelectSqlTest {
  private static final List<SensorEntityType> TYPES =
      List.of(SensorModel.THING, SensorModel.DATASTREAM, SensorModel.OBSERVATION);

  private static SensorEntityType type(String set) {
    return TYPES.stream().filter(one -> one.set().equals(set)).findFirst().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Observations | Datastream/Thing/Locations                             |  1960",
        "Observations | Datastream($expand=Thing($expand=Locations($top=1)))   | 10000",
        "Observations | Datastream,FeatureOfInterest                           | 10000",
        "Things       | Datastreams/Sensor                                     |  1000",
        "Things       | Datastreams/Observations                               |    19",
        "Things       | Datastreams($expand=Observations($top=1),Thing,Sensor) |   500",
        "Datastreams  | Observations($top=1000)                                |   200"
      })
  void aPageHasAsManyEntitiesAsFitWithWhatIsExpanded(String set, String expand, int size) {
    Map<String, String> options = Map.of("$top", "10000", "$expand", expand);
    assertThat(SelectSql.pageSize(type(set), QueryParser.parse(options, 30_000))).isEqualTo(size);
  }
}
