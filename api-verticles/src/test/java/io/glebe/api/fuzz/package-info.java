/**
 * Fuzzing of the parsers of outside bytes: {@link io.glebe.api.fuzz.FuzzTargets} lists them, {@code
 * src/test/resources/fuzz} has inputs for each. A target of a parser that is package-private stands
 * in its package. {@code FuzzCorpusTest} replays the inputs, Jazzer makes others: some thousand in
 * {@code ShortFuzzTest}, many more in {@code FullFuzz}.
 */
@NullMarked
package io.glebe.api.fuzz;

import org.jspecify.annotations.NullMarked;
