package dev.azulejo.bench;

import dev.azulejo.core.shader.Kernels;

import jdk.incubator.vector.IntVector;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says what has become slower: {@code measure FILE} adds the ratios of a round to a file, each
 * kernel's scalar twin beside its vector twin; {@code compare BEFORE NOW} holds what was measured
 * against what was stored and ends with 1 where something is slower by more than five per cent;
 * {@code store NOW BEFORE} stores the medians. {@code bench/kept.sh} puts them together, with
 * scenes beside llvmpipe.
 */
public final class KeptFast {
    /**
     * What is measured.
     *
     * @param include benchmarks whose names this is found in
     * @param parameter one that is to have certain values; null for none
     * @param values these
     */
    private record Choice(String include, String parameter, String... values) {}

    private static final List<Choice> CHOICES =
            List.of(
                    new Choice(
                            "KernelBenchmark\\.(windowTransform|interpolate|encodeSrgb|blendSrgb)$",
                            null),
                    new Choice("KernelBenchmark\\.(shadeConstant|shadeStudio)$", null),
                    new Choice("SamplingBenchmark\\.", null),
                    new Choice("RasterBenchmark\\.", "side", "2", "8", "40"),
                    new Choice("HashBenchmark\\.(triangles|planes|sequence)$", "chunks", "1"));

    private KeptFast() {}

    /** Measures, compares or stores. */
    public static void main(String[] arguments) throws IOException, RunnerException {
        if (arguments.length == 2 && arguments[0].equals("measure")) {
            measure(Path.of(arguments[1]));
        } else if (arguments.length == 3 && arguments[0].equals("compare")) {
            compare(Path.of(arguments[1]), Path.of(arguments[2]));
        } else if (arguments.length == 3 && arguments[0].equals("store")) {
            store(Path.of(arguments[1]), Path.of(arguments[2]));
        } else {
            fail("measure FILE, compare BEFORE NOW or store NOW BEFORE expected");
        }
    }

    private static void measure(Path file) throws IOException, RunnerException {
        boolean begun = Files.exists(file);
        // One twin first in one round, the other in the next
        int rounds = begun ? (int) Files.lines(file).filter(l -> l.equals("# round")).count() : 0;
        var order =
                rounds % 2 == 0
                        ? List.of(Kernels.SCALAR, Kernels.VECTOR)
                        : List.of(Kernels.VECTOR, Kernels.SCALAR);
        var lines = new ArrayList<String>();
        if (!begun) {
            lines.add(machine());
        }
        lines.add("# round");
        for (var choice : CHOICES) {
            Map<String, double[]> times = new LinkedHashMap<>();
            for (var kernels : order) {
                for (var result : run(choice, kernels)) {
                    times.computeIfAbsent(name(result), n -> new double[2])[kernels.ordinal()] =
                            result.getPrimaryResult().getScore();
                }
            }
            times.forEach(
                    (name, pair) ->
                            lines.add(
                                    "%s,%.3f"
                                            .formatted(
                                                    name,
                                                    pair[Kernels.SCALAR.ordinal()]
                                                            / pair[Kernels.VECTOR.ordinal()])));
        }
        Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static Iterable<RunResult> run(Choice choice, Kernels kernels) throws RunnerException {
        var options =
                new OptionsBuilder()
                        .include(choice.include)
                        .param("kernels", kernels.name())
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.milliseconds(500))
                        .measurementIterations(3)
                        .measurementTime(TimeValue.milliseconds(300))
                        .verbosity(VerboseMode.SILENT);
        if (choice.parameter != null) {
            options.param(choice.parameter, choice.values);
        }
        return new Runner(options.build()).run();
    }

    /** The benchmark and those of its parameters that have several values. */
    private static String name(RunResult result) {
        String full = result.getParams().getBenchmark();
        String method = full.substring(full.lastIndexOf('.', full.lastIndexOf('.') - 1) + 1);
        String side = result.getParams().getParam("side");
        return side == null ? method : method + " " + side;
    }

    private static String machine() {
        return "# Java %s, %d lanes"
                .formatted(Runtime.version().feature(), IntVector.SPECIES_PREFERRED.length());
    }

    private static void compare(Path before, Path now) throws IOException {
        if (!Files.exists(before)) {
            fail(before + " is not there: bench/kept.sh --store writes it");
        }
        List<String> stored = Files.readAllLines(before);
        List<String> measured = Files.readAllLines(now);
        if (!stored.getFirst().equals(measured.getFirst())) {
            fail(
                    "%s was stored with '%s', this was measured with '%s': store here first"
                            .formatted(
                                    before.getFileName(),
                                    stored.getFirst().replace("# ", ""),
                                    measured.getFirst().replace("# ", "")));
        }
        var old = KeptRatios.of(stored);
        var young = KeptRatios.of(measured);
        old.table(young).forEach(System.out::println);
        if (!old.keptBy(young)) {
            System.exit(1);
        }
    }

    private static void store(Path now, Path before) throws IOException {
        var measured = Files.readAllLines(now);
        var lines = new ArrayList<String>();
        lines.add(measured.getFirst());
        lines.addAll(KeptRatios.of(measured).medians());
        Files.write(before, lines);
    }

    private static void fail(String why) {
        System.err.println(why);
        System.exit(2);
    }
}
