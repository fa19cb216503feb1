package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the core refuses is told of options that there are. */
class CoreOptionsTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--tile 15 | --tile=15 is not 16, 32, 64 or 0 (automatic)",
                "--threads 0 | --threads=0 is not in 1..256",
                "--window 0 | --window=0 must be 1 or more",
                "--gpus 2 --gpu-patience 0 | --gpu-patience=0 ms is not in 1..3600000",
                "--gpus 2 --gpu-weights 0,0 | --gpu-weights: no GPU renders: every weight is 0",
                "--gpus 2 --gpu-weights 1,1001 | --gpu-weights: weight=1001 of a GPU is not in"
                        + " 0..1000",
                "--gpus 2 --deal weights:1,1001 | --deal: weight=1001 of a GPU's pretests is not"
                        + " in 0..1000",
                "--gpus 2 --regions uneven:65 | --regions: ",
                "--gpus 2 --regions interleaved:17 | --regions: interleaved: side 17 is not",
                "--gpus 2 --split bins --bins 65 | --bins=65 is not in 1..64",
                "--gpus 2 --gpu-fault dead:1@0 | --gpu-fault: dead: frame 0 is not 1 or more",
                "--gpus 2 --gpu-fault hang:1@0 | --gpu-fault: hang: frame 0 is not 1 or more",
                "--early-z records=0,clusters | --early-z: records=0 is not in 1..1048576",
                "--reuse tiles,primitives=0 | --reuse: primitives=0 is not in 1..4096",
                "--reuse tiles,memory=4097 | --reuse: memory=4097 is not in 1..4096",
                "--reuse blocks,part-size=-1 | --reuse: part-size=-1 must be 0 or more",
                "--throttle cap=0 | --throttle: cap=0 must be 1 or more",
                "--throttle on,engines=0 | --throttle: engines=0 is not in 1..16",
                "--throttle on,engines=17 | --throttle: engines=17 is not in 1..16",
                "--throttle on,thresholds=1/4/2 | --throttle: thresholds 1 >= 4 >= 2",
                "--fine batches,states=257 | --fine: states=257 is not in 1..256"
            })
    void optionsAreCalledByTheirNames(String words, String expected) {
        var line = new ArrayList<>(List.of("render", "demo:teapot", "--frames=2"));
        line.addAll(List.of("-o", folder.resolve("a.png").toString()));
        line.addAll(List.of(words.split(" ")));
        var text = CommandRun.run(line.toArray(String[]::new));
        assertThat(text).startsWith("2\nazulejo: " + expected).hasLineCount(2);
        var name = expected.replaceAll("[=:].*", "");
        assertThat(new CommandLine(new RenderCommand()).getCommandSpec().optionsMap())
                .containsKey(name);
    }

    @Test
    void aNameThatIsTheOptionsIsKept() {
        assertThat(CoreOptions.refused(new IllegalArgumentException("gpus=65 is not in 1..64")))
                .hasMessage("--gpus=65 is not in 1..64");
        assertThat(CoreOptions.text("earlyZ.finest=1 is not 16, 8, 4 or 2"))
                .isEqualTo("--early-z: raster=1 is not 16, 8, 4 or 2");
    }
}
