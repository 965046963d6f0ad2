/**
 * Rules about users: who may write User records and memberships, which rights may be given, and
 * that each farm keeps an administrator.
 */
@NullMarked
package io.glebe.core.record.rule.user;

import org.jspecify.annotations.NullMarked;
