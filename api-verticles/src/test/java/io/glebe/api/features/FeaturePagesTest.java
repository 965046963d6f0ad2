package io.glebe.api.features;

import static io.glebe.api.farm.RecordEndpointsClient.created;
import static io.glebe.api.farm.RecordEndpointsClient.get;
import static io.glebe.api.farm.RecordEndpointsClient.header;
import static io.glebe.api.farm.RecordEndpointsClient.ok;
import static io.glebe.api.farm.RecordEndpointsClient.refused;
import static io.glebe.api.farm.RecordEndpointsClient.send;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.glebe.api.farm.TestFarm;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The forms of the documents, and the counts of pages. */
class FeaturePagesTest {
  private static final TestFarm FARM = new TestFarm("owner");
  private static final String ITEMS = "/v1/features/collections/fields/items";
  private static final String EAST = field("east");

  static {
    field("west");
  }

  private static String field(String name) {
    String triangle =
        "{'type': 'Polygon', 'coordinates': [[[14, 46], [15, 46], [14, 47], [14, 46]]]}";
    String body = "{'name': '" + name + "', 'geometry': " + triangle + "}";
    return created(send("POST", "/v1/farms/" + FARM.farm + "/fields", body)).path("id").asText();
  }

  private static String path(String href) {
    URI uri = URI.create(href);
    return uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
  }

  @Test
  void everyDocumentHasAPageThatItsLinkSelectsWithoutAHeader() {
    String one = "/collections/fields";
    for (String path :
        List.of("", "/conformance", "/collections", one, one + "/items", one + "/items/" + EAST)) {
      JsonNode document = ok(get("/v1/features" + path));
      List<String> pages = new ArrayList<>();
      for (JsonNode link : document.path("links")) {
        if (link.path("type").asText().equals("text/html")
            && link.path("rel").asText().matches("alternate|items")) {
          pages.add(path(link.path("href").asText()));
        }
      }
      assertThat(pages).as(path).isNotEmpty();
      for (String page : pages) {
        assertThat(header(get(page), "Content-Type")).as(page).startsWith("text/html");
      }
      assertThat(
              header(get("/v1/features" + path + "?f=json", "Accept", "text/html"), "Content-Type"))
          .as(path)
          .contains("json");
      refused(get("/v1/features" + path + "?f=pdf"), 400, "malformed-request");
    }
  }

  @Test
  void pagesHaveAMapAndLinksToTheOtherPartsOfThePlatform() {
    String one = get(ITEMS + "/" + EAST + "?f=html").body();
    String all = get(ITEMS + "?f=html&limit=2").body();
    assertThat(one).contains("aria-label=\"Map of 1 feature\"").contains("<title>east</title>");
    assertThat(all).contains("aria-label=\"Map of 2 features\"");
    // 1 degree from west to east at 46.5 degrees of latitude is 0.6884 of 1 degree to the north
    assertThat(one).contains("d=\"M0.0 1000.0L688.4 1000.0L0.0 0.0L0.0 1000.0\"");
    String empty = get(ITEMS + "?f=html&bbox=0,0,1,1").body();
    assertThat(empty).doesNotContain("<svg");
    for (String page : List.of(one, all, empty, get("/v1/features?f=html").body())) {
      assertThat(page)
          .contains("href=\"/docs/favicon-32x32.png\"")
          .contains("<a href=\"/console/\">Console</a>");
    }
  }

  @Test
  void pagesCountWhatTheyReturnAndAllThatMatchesWhereItIsKnown() {
    JsonNode collections = ok(get("/v1/features/collections"));
    assertThat(collections.path("numberMatched").asInt()).isEqualTo(3);
    String list = ITEMS + "?farmId=" + FARM.farm;
    JsonNode all = ok(get(list + "&limit=100"));
    int matched = all.path("features").size();
    assertThat(all.path("numberMatched").asInt()).isEqualTo(matched).isGreaterThan(1);
    assertThat(all.has("timeStamp")).isTrue();
    JsonNode some = ok(get(list + "&limit=1"));
    assertThat(some.path("numberMatched").asInt()).isEqualTo(matched);
    assertThat(some.path("numberReturned").asInt()).isEqualTo(1);
    String name = all.at("/features/0/properties/name").asText();
    JsonNode named = ok(get(list + "&limit=1&name=" + name.replace(" ", "%20")));
    assertThat(named.path("numberMatched").asInt()).isBetween(1, matched);
    JsonNode near = ok(get(list + "&limit=1&bbox=-180,-90,180,90"));
    assertThat(near.path("numberMatched").asInt()).isEqualTo(matched);
    assertThat(near.path("numberReturned").asInt()).isEqualTo(1);
  }

  @Test
  void anUnknownParameterIsRefusedWithTheNearestParameterOrProperty() {
    assertThat(get(ITEMS + "?nam=east").body()).contains("did you mean name?");
    assertThat(get(ITEMS + "?filtr=name").body()).contains("did you mean filter?");
  }
}
