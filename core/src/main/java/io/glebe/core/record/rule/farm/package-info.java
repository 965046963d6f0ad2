/**
 * Rules about farms and their stock: default regions of fields, farms that change their
 * organization, ration shares, times of stock movements and reasons for a change.
 */
@NullMarked
package io.glebe.core.record.rule.farm;

import org.jspecify.annotations.NullMarked;
