package io.glebe.core.registry.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import io.glebe.core.body.KnownMembers;
import io.glebe.core.host.WebAddress;
import io.glebe.core.problem.Problem;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads a manifest and reports all its faults at once. Waits for the look-up of a host. */
public final class ManifestReader {
  private static final KnownMembers MEMBERS =
      new KnownMembers("a manifest", Set.copyOf(AppManifest.MEMBERS));
  private static final KnownMembers ACCESS =
      KnownMembers.of("the access of an app", "audience", "scopes");
  private static final int MAX_DESCRIPTION_CHARS = 2000;

  /** Most APIs of an app. */
  public static final int MAX_APIS = 20;

  /** Most scopes of one API. */
  public static final int MAX_SCOPES = 100;

  private final ManifestRules rules;
  private final ManifestFaults faults = new ManifestFaults();

  private ManifestReader(ManifestRules rules) {
    this.rules = rules;
  }

  /**
   * The manifest in a JSON object.
   *
   * @throws Problem 422 with every fault and its JSON Pointer
   */
  public static AppManifest read(ObjectNode json, ManifestRules rules) {
    return new ManifestReader(rules).read(json);
  }

  private AppManifest read(ObjectNode json) {
    faults.unknownMembers(MEMBERS, json, "");
    String name = name(json);
    String description = description(json);
    List<JWK> keys = keys(json);
    List<URI> redirects = redirects(json);
    Optional<URI> logout = logout(json);
    List<AppManifest.ApiAccess> access = access(json);
    boolean clientCredentials = clientCredentials(json);
    if (faults.count() > 0 || logout.isEmpty()) {
      throw Problem.invalid(faults.all());
    }
    return new AppManifest(
        name, description, keys, redirects, logout.get(), access, clientCredentials);
  }

  private Optional<String> text(ObjectNode json, String member) {
    JsonNode value = json.path(member);
    if (value.isMissingNode()) {
      faults.add("required", "/" + member, "is required");
      return Optional.empty();
    }
    if (!value.isTextual()) {
      faults.add("type", "/" + member, "must be a text");
      return Optional.empty();
    }
    return Optional.of(value.textValue());
  }

  private String name(ObjectNode json) {
    Optional<String> name = text(json, "name");
    name.flatMap(AppName::fault).ifPresent(fault -> faults.add("name", "/name", fault));
    return name.orElse("");
  }

  private String description(ObjectNode json) {
    String description = text(json, "description").orElse("-");
    boolean visible = VisibleText.isLines(description);
    if (description.isBlank() || description.length() > MAX_DESCRIPTION_CHARS || !visible) {
      faults.add(
          "description",
          "/description",
          "must have 1 to 2000 characters, none of them invisible but line feeds");
    }
    return description;
  }

  /** The entries of an array with 1 to {@code max} entries; empty if it is none. */
  private List<JsonNode> entries(JsonNode array, String pointer, int max) {
    if (!array.isArray() || array.isEmpty() || array.size() > max) {
      faults.add(
          array.isMissingNode() ? "required" : "length",
          pointer,
          "must be an array of 1 to " + max + " entries");
      return List.of();
    }
    List<JsonNode> entries = new ArrayList<>();
    array.forEach(entries::add);
    return entries;
  }

  private List<JWK> keys(ObjectNode json) {
    List<JsonNode> entries = entries(json.path("publicKeys"), "/publicKeys", rules.maxKeys());
    PublicKeys publicKeys = new PublicKeys(faults);
    List<JWK> keys = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      String pointer = "/publicKeys/" + i;
      Optional<JWK> key = publicKeys.read(entries.get(i), pointer);
      if (key.isPresent() && !ids.add(thumbprint(key.get()))) {
        faults.add("duplicate", pointer, "is the same key as one before");
      }
      String id = entries.get(i).path("kid").asText("");
      if (!id.isEmpty() && !ids.add("kid " + id)) {
        faults.add("duplicate", pointer + "/kid", "another key has this id");
      }
      key.ifPresent(keys::add);
    }
    return keys;
  }

  private static String thumbprint(JWK key) {
    try {
      return key.computeThumbprint().toString();
    } catch (JOSEException e) {
      throw new IllegalStateException("a valid key has a thumbprint", e);
    }
  }

  private List<URI> redirects(ObjectNode json) {
    List<JsonNode> entries =
        entries(json.path("redirectUris"), "/redirectUris", rules.maxRedirects());
    List<URI> redirects = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      String pointer = "/redirectUris/" + i;
      String text = entries.get(i).isTextual() ? entries.get(i).textValue() : "";
      Optional<String> fault = WebAddress.fault(text, true);
      if (fault.isPresent()) {
        faults.add("redirect-uri", pointer, fault.get());
      } else if (!known.add(text)) {
        faults.add("duplicate", pointer, "is listed before");
      } else {
        redirects.add(URI.create(text));
      }
    }
    return redirects;
  }

  private Optional<URI> logout(ObjectNode json) {
    Optional<String> text = text(json, "backChannelLogoutUri");
    Optional<String> fault = text.flatMap(address -> LogoutAddress.fault(address, rules));
    fault.ifPresent(detail -> faults.add("logout-uri", "/backChannelLogoutUri", detail));
    return fault.isPresent() ? Optional.empty() : text.map(URI::create);
  }

  private boolean clientCredentials(ObjectNode json) {
    JsonNode value = json.path("clientCredentials");
    if (!value.isMissingNode() && !value.isBoolean()) {
      faults.add("type", "/clientCredentials", "must be true or false");
    }
    return value.asBoolean(false);
  }

  private List<AppManifest.ApiAccess> access(ObjectNode json) {
    List<JsonNode> entries = entries(json.path("access"), "/access", MAX_APIS);
    List<AppManifest.ApiAccess> access = new ArrayList<>();
    Set<String> audiences = new HashSet<>();
    Set<String> scopes = new HashSet<>();
    for (int i = 0; i < entries.size(); i++) {
      String pointer = "/access/" + i;
      if (entries.get(i) instanceof ObjectNode api) {
        access.add(api(api, pointer, audiences, scopes));
      } else {
        faults.add("type", pointer, "must be an object with audience and scopes");
      }
    }
    return access;
  }

  private AppManifest.ApiAccess api(
      ObjectNode api, String pointer, Set<String> audiences, Set<String> scopes) {
    faults.unknownMembers(ACCESS, api, pointer);
    String audience = api.path("audience").asText("");
    Set<String> known = rules.scopes().names().getOrDefault(audience, Set.of());
    if (known.isEmpty()) {
      faults.add(
          "audience",
          pointer + "/audience",
          "must be one of " + String.join(", ", rules.scopes().audiences()));
    } else if (!audiences.add(audience)) {
      faults.add("duplicate", pointer + "/audience", "is listed before");
    }
    List<JsonNode> entries = entries(api.path("scopes"), pointer + "/scopes", MAX_SCOPES);
    List<String> granted = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      String place = pointer + "/scopes/" + i;
      String scope = entries.get(i).isTextual() ? entries.get(i).textValue() : "";
      if (!scopes.add(scope)) {
        faults.add("duplicate", place, "a scope may appear only once in a manifest");
      } else if (!known.isEmpty() && !known.contains(scope)) {
        faults.add(
            "scope",
            place,
            "must be one of " + String.join(", ", known.stream().sorted().toList()));
      } else {
        granted.add(scope);
      }
    }
    return new AppManifest.ApiAccess(audience, granted);
  }
}
