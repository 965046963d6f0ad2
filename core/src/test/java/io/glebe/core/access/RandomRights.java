package io.glebe.core.access;

import io.glebe.core.time.Period;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Random callers and owners from a small set of farms, organizations, people, clients and accounts,
 * so that they often match.
 */
public final class RandomRights {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  private final Random random;
  private final List<String> entities;
  public final List<UUID> farms;
  public final List<UUID> organizations;
  public final List<UUID> people;
  public final List<String> clients = List.of("app", "gateway");
  public final List<String> accounts = List.of("anna", "bert", "gateway");

  /**
   * @param entities prefixes of the permissions that roles grant
   */
  public RandomRights(long seed, List<String> entities) {
    this.random = new Random(seed);
    this.entities = entities;
    farms = ids(5);
    organizations = ids(3);
    people = ids(3);
  }

  private List<UUID> ids(int count) {
    Supplier<UUID> next = () -> new UUID(random.nextLong(), random.nextLong());
    return Stream.generate(next).limit(count).toList();
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  public <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  public <T> Optional<T> maybe(List<T> of) {
    return chance(0.5) ? Optional.of(one(of)) : Optional.empty();
  }

  private <T> List<T> some(List<T> of) {
    return of.stream().filter(each -> chance(0.4)).toList();
  }

  /** Returns a permission of one of the entities. */
  public Permission permission() {
    return new Permission(one(entities), one(List.of(Action.values())));
  }

  private Set<Permission> permissions() {
    Set<Permission> granted = new HashSet<>();
    for (String entity : entities) {
      some(List.of(Action.values())).forEach(a -> granted.add(new Permission(entity, a)));
    }
    return granted;
  }

  /** Returns a period, which in most cases is valid now. */
  private Period period() {
    Instant from = NOW.plus(Duration.ofDays(random.nextInt(12) - 10));
    return chance(0.5) ? Period.ALWAYS : new Period(from, from.plus(Duration.ofDays(10)));
  }

  private ScopeRights scopes() {
    List<String> patterns = new ArrayList<>();
    for (Action action : Action.values()) {
      if (chance(0.7)) {
        patterns.add((chance(0.7) ? "*" : one(entities)) + ":" + action.word());
      }
    }
    return patterns.isEmpty() ? ScopeRights.NONE : ScopeRights.of(patterns);
  }

  private SubjectRoles roles() {
    if (chance(0.1)) {
      return SubjectRoles.EMPTY;
    }
    List<SubjectRoles.OnFarm> assignments = new ArrayList<>();
    for (UUID farm : some(farms)) {
      Optional<UUID> organization = chance(0.9) ? Optional.of(of(farm)) : Optional.empty();
      assignments.add(
          new SubjectRoles.OnFarm(farm, organization, permissions(), List.of(period(), period())));
    }
    List<SubjectRoles.OfUser> roles = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      Optional<UUID> organization = maybe(organizations);
      boolean administrator = organization.isEmpty() && chance(0.4);
      roles.add(
          new SubjectRoles.OfUser(organization, administrator, permissions(), List.of(period())));
    }
    return new SubjectRoles(
        Optional.of(one(people)), Set.copyOf(some(organizations)), assignments, roles);
  }

  /** Returns the organization of a farm, always the same one. */
  public UUID of(UUID farm) {
    return organizations.get(farms.indexOf(farm) % organizations.size());
  }

  /** Returns a caller of any kind, sometimes the platform itself. */
  public Caller caller() {
    if (chance(0.03)) {
      return Caller.system();
    }
    return new Caller(
        one(List.of(CallerKind.PERSON, CallerKind.PERSON, CallerKind.CLIENT, CallerKind.DEVICE)),
        "issuer",
        one(accounts),
        chance(0.8) ? Optional.of(one(clients)) : Optional.empty(),
        "farm-api",
        Set.of(),
        scopes(),
        roles().at(NOW).grants());
  }
}
