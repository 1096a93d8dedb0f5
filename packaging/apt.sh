# shellcheck shell=sh
# apt.sh, to be sourced: apt with a state of its own, so that nothing of this machine's lists, packages and architectures changes,
# and nobody has to be root. It asks the archives that this machine asks, and checks what they sign, by this machine's keys.

# own_apt FOLDER [ARCH]: from here on apt keeps its state in FOLDER, which is made, and sees packages of ARCH alone.
# `unset APT_CONFIG` ends that.
own_apt() {
    mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
    : >"$1/status"
    cat >"$1/conf" <<END
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Debug::NoLocking "true";
Dir::Cache "$1/cache";
Dir::State::lists "$1/lists";
Dir::State::status "$1/status";
END
    [ $# -lt 2 ] || printf 'APT::Architecture "%s";\nAPT::Architectures { "%s"; };\n' "$2" "$2" >>"$1/conf"
    export APT_CONFIG="$1/conf"
}
