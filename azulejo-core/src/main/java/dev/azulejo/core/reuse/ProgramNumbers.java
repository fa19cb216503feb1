package dev.azulejo.core.reuse;

import dev.azulejo.core.shader.ShaderProgram;

import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/** Numbers programs: those of one name compute the same and get the same number. */
final class ProgramNumbers {
    private final Map<String, Long> byName = new HashMap<>();

    /** Asked first, because a name may have to be put together. Forgets programs that are gone. */
    private final Map<ShaderProgram, Long> known = new WeakHashMap<>();

    /** Number of a program. */
    long of(ShaderProgram program) {
        Long number = known.get(program);
        if (number == null) {
            number = byName.computeIfAbsent(program.name(), name -> (long) byName.size());
            known.put(program, number);
        }
        return number;
    }
}
