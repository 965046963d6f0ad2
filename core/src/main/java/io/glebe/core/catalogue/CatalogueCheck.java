package io.glebe.core.catalogue;

import io.glebe.core.catalogue.Attribute.Companion;
import io.glebe.core.catalogue.Constraint.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks that all names in the declarations point to an existing and suitable element. Reports all
 * findings together.
 */
final class CatalogueCheck {
  private final Map<String, EntityType> types = new LinkedHashMap<>();
  private final List<String> findings = new ArrayList<>();

  private CatalogueCheck(List<EntityType> all) {
    Set<String> paths = new HashSet<>();
    for (EntityType t : all) {
      if (types.put(t.name(), t) != null || !paths.add(t.path())) {
        findings.add(t + ": declared twice");
      }
    }
  }

  static void check(List<EntityType> all) {
    CatalogueCheck check = new CatalogueCheck(all);
    all.forEach(check::entity);
    if (!check.findings.isEmpty()) {
      throw new IllegalStateException("catalogue: " + String.join("; ", check.findings));
    }
  }

  private void entity(EntityType t) {
    String camel = Character.toLowerCase(t.name().charAt(0)) + t.name().substring(1);
    require(t, t.prefix().equals(camel), "the prefix is not the name in camel case");
    t.attributes().values().forEach(a -> attribute(t, a));
    t.reaches().forEach(r -> reach(t, r));
    t.lifecycle().ifPresent(l -> lifecycle(t, l));
    for (BusinessKey key : t.businessKeys()) {
      key.members().forEach(m -> known(t, m));
    }
    t.extraFilters().forEach(f -> known(t, f));
    t.constraints().forEach(c -> constraint(t, c));
    t.owned().forEach(o -> owned(t, o));
    require(
        t,
        t.has("externalId") == t.has("externalProvider"),
        "externalId and externalProvider must be declared together");
    t.rules().forEach(r -> require(t, r.matches("V(0[1-9]|[12][0-9]|3[0-2])"), "rule " + r));
  }

  private void attribute(EntityType t, Attribute a) {
    boolean own = t.name().equals("AuditLog") && a.name().equals(CommonAttributes.ORIGIN_TYPE);
    require(
        t, own || !CommonAttributes.ALL.contains(a.name()), a.name() + " is a common attribute");
    a.referredEntity()
        .ifPresent(e -> require(t, types.containsKey(e), a.name() + " refers to no entity"));
    if (a.type() instanceof ValueType.AnyReference any) {
      known(t, any.typeAttribute());
    }
    a.companion()
        .ifPresent(c -> require(t, fits(t, c), a.name() + " has no " + c.kind() + " attribute"));
    a.requiredWith().forEach(w -> known(t, w));
    a.defaultValue()
        .filter(v -> !a.type().enumerated().isEmpty())
        .ifPresent(
            v ->
                require(
                    t, a.type().enumerated().contains(v.asText()), a.name() + " default unknown"));
  }

  private boolean fits(EntityType t, Companion c) {
    return t.attribute(c.attribute())
        .filter(
            a ->
                c.kind() == Companion.Kind.UNIT
                    ? a.type() instanceof ValueType.Unit
                    : a.type() instanceof ValueType.Currency)
        .isPresent();
  }

  private void reach(EntityType t, OwnerPath reach) {
    switch (reach) {
      case OwnerPath.ThroughFarm r ->
          require(
              t,
              endOf(t, r.chain()).filter("Farm"::equals).isPresent(),
              "the owner path does not end at a farm");
      case OwnerPath.Like r ->
          require(
              t,
              refers(t, r.reference()),
              "the owner path names an attribute that is not a reference");
      case OwnerPath.ThroughOrganization r ->
          require(
              t,
              (r.via().equals("id") && t.name().equals("Organization"))
                  || t.attribute(r.via()).flatMap(Attribute::referredEntity).isPresent(),
              "via names no organization");
      case OwnerPath.FarmItself _ -> require(t, t.name().equals("Farm"), "is no farm");
      case OwnerPath.CreatorOnly _, OwnerPath.OfPlatform _ -> {}
    }
  }

  private Optional<String> endOf(EntityType start, List<String> chain) {
    Optional<String> at = Optional.of(start.name());
    for (String step : chain) {
      at = at.map(types::get).flatMap(t -> t.attribute(step)).flatMap(Attribute::referredEntity);
    }
    return at;
  }

  private boolean refers(EntityType t, String attribute) {
    return t.attribute(attribute).flatMap(Attribute::referredEntity).isPresent();
  }

  private void lifecycle(EntityType t, Lifecycle l) {
    List<String> values =
        t.attribute(l.attribute()).map(a -> a.type().enumerated()).orElse(List.of());
    Set<String> named = new HashSet<>(l.initial());
    named.addAll(l.terminal());
    Stream.of(l.transitions(), l.systemTransitions())
        .forEach(
            m ->
                m.forEach(
                    (from, to) -> {
                      named.add(from);
                      named.addAll(to);
                      require(t, !l.terminal().contains(from) || to.isEmpty(), from + " goes on");
                    }));
    require(
        t, named.equals(new HashSet<>(values)), "states differ from the values of the attribute");
    l.sets()
        .forEach(
            (state, stamp) ->
                require(
                    t, values.contains(state) && t.has(stamp), "sets " + stamp + " in " + state));
  }

  private void constraint(EntityType t, Constraint c) {
    require(t, t.rules().contains(c.rule()), "rule " + c.rule() + " of a constraint is not listed");
    Stream<Path> paths =
        switch (c) {
          case Constraint.Presence p -> own(p.attributes(), p.when());
          case Constraint.Required r ->
              Stream.concat(own(r.attributes(), r.when()), own(r.ifPresent(), Optional.empty()));
          case Constraint.Forbidden f -> own(f.attributes(), f.when());
          case Constraint.Allowed a -> own(List.of(a.attribute()), a.when());
          case Constraint.GreaterThan g -> own(List.of(g.attribute()), g.when());
          case Constraint.Ordered o -> Stream.of(o.first(), o.second());
          case Constraint.Acyclic a -> own(List.of(a.reference()), Optional.empty());
          case Constraint.Equal e -> Stream.of(e.first(), e.second());
          case Constraint.Different d -> own(List.of(d.first(), d.second()), Optional.empty());
          case Constraint.NonZero n -> own(List.of(n.attribute()), Optional.empty());
          case Constraint.Match m -> Stream.of(m.path());
          case Constraint.Intersects i ->
              Stream.of(new Path(Optional.empty(), i.geometry()), i.other());
          case Constraint.SumAtMost s -> own(List.of(s.array()), Optional.empty());
        };
    paths.forEach(p -> require(t, exists(t, p), "constraint path " + p));
  }

  private static Stream<Path> own(List<String> names, Optional<Constraint.Condition> when) {
    Stream<String> all =
        Stream.concat(names.stream(), when.map(Constraint.Condition::attribute).stream());
    return all.map(n -> new Path(Optional.empty(), n));
  }

  private boolean exists(EntityType t, Path path) {
    Optional<EntityType> at =
        path.reference().isEmpty()
            ? Optional.of(t)
            : path.reference()
                .flatMap(t::attribute)
                .flatMap(Attribute::referredEntity)
                .map(types::get);
    return at.filter(e -> e.has(path.attribute())).isPresent();
  }

  private void owned(EntityType t, Ownership o) {
    Optional<String> target =
        Optional.ofNullable(types.get(o.entity()))
            .flatMap(e -> e.attribute(o.attribute()))
            .flatMap(Attribute::referredEntity);
    require(t, target.filter(t.name()::equals).isPresent(), "owns " + o.entity());
  }

  private void known(EntityType t, String attribute) {
    require(
        t,
        t.has(attribute) || CommonAttributes.ALL.contains(attribute),
        "names the unknown attribute " + attribute);
  }

  private void require(EntityType t, boolean holds, String finding) {
    if (!holds) {
      findings.add(t + ": " + finding);
    }
  }
}
