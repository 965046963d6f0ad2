/**
 * The platform under abuse: each {@link Abuse} is one way to use it badly with the rights of an
 * ordinary user, and a {@link GoodClient} measures what another user notices. See docs/abuse.md.
 */
@NullMarked
package io.glebe.api.abuse;

import org.jspecify.annotations.NullMarked;
